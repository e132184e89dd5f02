import ArgumentParser
import Configuration
import SimulatedExchange

extension Fault {
  /// Reads a fault as `--fault` spells it.
  init(option text: String) throws {
    do throws(FaultError) { try self.init(argument: text) } catch {
      throw ValidationError("--fault: \(error.sentence)")
    }
  }
}

extension FaultError {
  /// Why a fault was refused; for an unknown name also which name may have been meant.
  fileprivate var sentence: String {
    switch self {
    case .unknown(let name):
      let known = FaultKind.allCases.map(\.rawValue)
      let guess = name.guess(among: known)
      return "unknown fault \"\(name)\"; \(guess)tealight simulate --help lists them"
    case .source(let name):
      return "unknown exchange \"\(name)\"\(name.hint(among: SimulatedServer.sourceNames))"
    default: return description
    }
  }
}
