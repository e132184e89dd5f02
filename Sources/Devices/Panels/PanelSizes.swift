import Pixels

/// The sizes that a panel comes in.
public enum PanelSizes: Equatable, Sendable {
  /// The usual one first.
  case listed([Size])
  /// Any size between these two.
  case between(Size, Size, usual: Size)
  /// The device tells its size when it is opened; until then the usual one is used.
  case ofDevice(usual: Size)

  public var usual: Size {
    switch self {
    case .listed(let sizes): sizes[0]
    case .between(_, _, let usual), .ofDevice(let usual): usual
    }
  }

  public func allows(_ size: Size) -> Bool {
    switch self {
    case .listed(let sizes): sizes.contains(size)
    case .between(let least, let most, _):
      (least.width...most.width).contains(size.width)
        && (least.height...most.height).contains(size.height)
    case .ofDevice: true
    }
  }

  /// For people: what may be chosen.
  public var meaning: String {
    switch self {
    case .listed(let sizes): sizes.map { "\"\($0)\"" }.joined(separator: ", ")
    case .between(let least, let most, _): "\"\(least)\" to \"\(most)\""
    case .ofDevice: "any"
    }
  }
}
