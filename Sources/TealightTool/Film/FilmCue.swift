import ArgumentParser
import Configuration
import State

/// A command in a film, and its time.
struct FilmCue {
  let command: Command
  /// Seconds since the beginning of the film.
  let second: Int

  /// Reads a cue such as `next-market@12`.
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
