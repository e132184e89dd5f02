import ArgumentParser
import Configuration
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
      throw ValidationError("write a command and a second, as in next-market@12")
    }
    do throws(CommandError) { command = try CommandReader().command(String(parts[0])) } catch {
      throw ValidationError("\(error)")
    }
    self.second = second
  }
}
