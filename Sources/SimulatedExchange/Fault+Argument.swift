// Only the server knows which sources a fault can be aimed at.
extension Fault {
  /// Reads a fault as a command line spells it.
  public init(argument: String) throws(FaultError) {
    let head = argument.prefix { $0 != "=" }
    let aim = head.firstIndex(of: ":").map { head[..<$0] }
    let name = head[(aim.map { head.index(after: $0.endIndex) } ?? head.startIndex)...]
      .prefix { !"@%*".contains($0) }
    guard let kind = FaultKind(rawValue: String(name)) else { throw .unknown(String(name)) }
    self.init(kind)
    if let aim {
      guard SimulatedServer.sourceNames.contains(String(aim)) else { throw .source(String(aim)) }
      guard kind.canBeAimed else { throw .aimed(argument) }
      source = String(aim)
    }
    if head.endIndex < argument.endIndex {
      value = String(argument[argument.index(after: head.endIndex)...])
    }
    var rest = head[name.endIndex...]
    while let mark = rest.popFirst() {
      let text = rest.prefix { !"@%*".contains($0) }
      rest = rest[text.endIndex...]
      switch mark {
      case "@": (from, until) = try Self.span(text, of: argument)
      case "%":
        guard let chance = Int(text), 1...100 ~= chance else { throw .chance(argument) }
        self.chance = chance
      default:
        guard let times = Int(text), times > 0 else { throw .malformed(argument) }
        self.times = times
      }
    }
    guard !kind.isState || (chance == 100 && times == nil) else { throw .state(argument) }
    guard kind.takes(value) else { throw .value(argument, wanted: kind.placeholder) }
  }

  private static func span(
    _ text: Substring, of argument: String
  ) throws(FaultError) -> (from: Int64, until: Int64?) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard 1...2 ~= ends.count, let from = ends[0], from >= 0 else { throw .malformed(argument) }
    guard ends.count == 2 else { return (from, nil) }
    guard let until = ends[1] else { throw .malformed(argument) }
    guard until > from else { throw .span(argument) }
    return (from, until)
  }
}

/// Why the spelling of a fault was refused.
public enum FaultError: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  /// There is no source of this name.
  case source(String)
  /// The fault happens before it is known which source is called, so it cannot be aimed.
  case aimed(String)
  /// It ends before it begins.
  case span(String)
  /// The chance is not from 1 to 100 per cent.
  case chance(String)
  /// The fault is a state without single occasions, so it takes neither a chance nor a count.
  case state(String)
  case malformed(String)
  case value(String, wanted: String)

  public var description: String {
    switch self {
    case .unknown(let name): "unknown fault \"\(name)\"; tealight simulate --help lists them"
    case .source(let name):
      "unknown exchange \"\(name)\"; known: \(SimulatedServer.sourceNames.joined(separator: ", "))"
    case .aimed(let text):
      "\"\(text)\": this fault comes before the exchange is known; leave EXCHANGE: out"
    case .span(let text): "\"\(text)\": UNTIL must be after FROM"
    case .chance(let text): "\"\(text)\": CHANCE is 1 to 100"
    case .state(let text):
      "\"\(text)\": this fault is there all the time: say when with @FROM-UNTIL, not with % or *"
    case .malformed(let text):
      "\"\(text)\": a fault is [EXCHANGE:]NAME[@FROM[-UNTIL]][%CHANCE][*TIMES][=VALUE]"
    case .value(let text, let wanted):
      wanted.isEmpty
        ? "\"\(text)\": this fault takes no value" : "\"\(text)\": the value must be \(wanted)"
    }
  }
}
