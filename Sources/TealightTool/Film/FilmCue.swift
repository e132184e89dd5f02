import ArgumentParser
import Glance
import State

/// What somebody asks for in a film, and when.
struct FilmCue {
  let command: Command
  /// Since the beginning.
  let second: Int

  /// From `next-market@12`.
  init(_ text: String) throws {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let second = Int(parts[1]), second >= 0 else {
      throw ValidationError("write a command and a second, as next-market@12")
    }
    let known = Command.named(pages: PageCatalog.turnable)
    guard let command = known.first(where: { $0.name == parts[0] })?.command else {
      throw ValidationError(
        "there is no command \"\(parts[0])\"; there are "
          + known.map(\.name).joined(separator: ", "))
    }
    (self.command, self.second) = (command, second)
  }
}
