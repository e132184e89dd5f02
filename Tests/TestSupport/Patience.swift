/// How long a test waits for what two sides do in turns: so long, and for so many turns. On a machine that
/// is busy with something else there are few of them in any time.
public enum Patience {
  private static let milliseconds: Int64 = 10_000
  private static let turnCount = 3_000

  /// Turns until something holds.
  /// - Parameter now: milliseconds.
  /// - Returns: whether it came to hold.
  public static func holds(
    by now: () -> Int64, _ isSo: () -> Bool, turning turn: () -> Void
  ) -> Bool {
    let giveUpAt = now() + milliseconds
    var turns = 0
    while !isSo() {
      if turns >= turnCount, now() >= giveUpAt { return false }
      turn()
      turns += 1
    }
    return true
  }
}
