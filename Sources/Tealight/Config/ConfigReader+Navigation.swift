import Glance
import State

/// How a hand moves about, and what the screen does by itself.
extension ConfigReader {
  private static let longestSeconds = 86_400
  private static let pages = PageCatalog.turnable.map { (name: $0.rawValue, $0) }

  mutating func readNavigation(_ file: inout TableReader) {
    if let pages = file.choices("pages", each: "page", among: Self.pages) {
      config.settings.pages = pages
    }
    if let home = file.choice("home", among: Self.pages) { config.settings.home = home }
    read("home_after_seconds", atLeast: 1, into: &config.settings.homeAfterSeconds, &file)
    read("rotate_every_seconds", atLeast: 2, into: &config.settings.rotateEverySeconds, &file)
  }

  /// A time after which something happens by itself, or 0 for never.
  private func read(
    _ key: String, atLeast least: Int, into seconds: inout Int?, _ file: inout TableReader
  ) {
    guard let entry = file.take(key) else { return }
    let range = Int64(least)...Int64(Self.longestSeconds)
    switch entry.value.value {
    case .integer(0): seconds = nil
    case .integer(let integer) where range.contains(integer): seconds = Int(integer)
    default:
      file.complain(
        "\(key) is \(entry.value.kind); it must be 0, for never, or a whole number "
          + "from \(range.lowerBound) to \(range.upperBound)", at: entry.value.place)
    }
  }
}
