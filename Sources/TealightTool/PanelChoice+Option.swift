import ArgumentParser
import Pixels
import Tealight

extension PanelChoice {
  /// What the panel shows that an option names; nil where none is named.
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
