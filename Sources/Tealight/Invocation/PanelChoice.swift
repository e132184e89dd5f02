import Configuration
import Devices
import Pixels

/// A panel that a person names, perhaps with its size: `ssd1306`, `128x32`.
public enum PanelChoice {
  /// Why there is no such panel, and what there is.
  public struct Invalid: Error {
    public let text: String
  }

  /// - Parameter size: unturned; nil for the usual one.
  public static func surface(_ name: String, _ size: String?) throws(Invalid) -> Surface {
    guard let kind = PanelKind(named: name) else {
      throw Invalid(text: "unknown panel \"\(name)\"\(name.hint(among: names))")
    }
    guard let size else { return kind.surface() }
    guard let wanted = Size(size), kind.sizes.allows(wanted) else {
      throw Invalid(text: "\(kind) has no size \"\(size)\"; known: \(kind.sizes.meaning)")
    }
    return kind.surface(wanted)
  }

  /// Every panel's name.
  public static var names: [String] { PanelKind.all.map(\.name) }
}
