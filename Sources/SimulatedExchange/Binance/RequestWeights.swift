/// Adds up the weights of calls by address and minute, and bans an address that goes on after it
/// was refused.
struct RequestWeights {
  enum Verdict: Equatable {
    case allowed
    /// Until the next minute, in seconds.
    case tooMuch(Int64)
    case banned(Int64)
  }

  private struct Account {
    var minute: Int64 = 0
    var used = 0
    var refusals = 0
    var bannedUntil: Int64 = 0
  }

  private var accounts: [String: Account] = [:]

  private static let weightPerMinute = 6_000
  private static let refusalsForgiven = 10
  private static let banMilliseconds: Int64 = 120_000

  func used(by peer: String) -> Int { accounts[peer]?.used ?? 0 }

  mutating func admit(_ weight: Int, peer: String, now: Int64) -> Verdict {
    if accounts.count > 1_000 { accounts = [:] }
    var account = accounts[peer] ?? Account()
    defer { accounts[peer] = account }
    if now < account.bannedUntil { return .banned((account.bannedUntil - now + 999) / 1_000) }
    if account.minute != now / 60_000 { account = Account(minute: now / 60_000) }
    account.used += weight
    guard account.used > Self.weightPerMinute else { return .allowed }
    account.refusals += 1
    guard account.refusals > Self.refusalsForgiven else {
      return .tooMuch((60_000 - now % 60_000 + 999) / 1_000)
    }
    account.bannedUntil = now + Self.banMilliseconds
    return .banned(Self.banMilliseconds / 1_000)
  }
}
