import ArgumentParser
import Pixels
import Tealight

extension PanelChoice {
  /// The surface of the panel that an option names; nil if none is named.
  static func surface(option panel: String?, _ size: String?) throws -> Surface? {
    guard let panel else {
      if size == nil { return nil }
      throw ValidationError("--size needs --panel")
    }
    do throws(Invalid) { return try surface(panel, size) } catch {
      throw ValidationError(error.text)
    }
  }
}
