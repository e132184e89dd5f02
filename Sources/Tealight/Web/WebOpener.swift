import Feeds
import Glibc
import Timing
import Web

/// The site. While it cannot be opened, it is tried again: a port that another program uses may be
/// free later, and a certificate that cannot be used may be written anew.
struct WebOpener {
  /// Milliseconds between two attempts.
  private static let interval: Int64 = 30_000

  /// Nil while the site cannot be opened.
  private(set) var web: WebDesk?
  private var again = Deadline.immediately
  /// Why the site could not be opened, as it was logged.
  private var failure: String?
  private let make: () throws(WebError) -> WebDesk
  private let log: (Severity, String) -> Void

  init(
    log: @escaping (Severity, String) -> Void, make: @escaping () throws(WebError) -> WebDesk
  ) {
    (self.log, self.make) = (log, make)
  }

  var deadline: Deadline { web?.deadline ?? again }

  /// Opens the site, if it is not open and an attempt is due.
  /// - Returns: whether it has been opened.
  mutating func open(at now: Int64) -> Bool {
    guard web == nil, again.isDue(at: now) else { return false }
    do throws(WebError) {
      web = try make()
      failure = nil
      return true
    } catch {
      again = Deadline(now + Self.interval)
      var reason = "\(error)"
      if case .notListening(_, EADDRINUSE) = error {
        reason += ": sudo ss -ltnp names the program; stop it, or set another port in [web]"
      }
      if reason != failure { log(.error, "\(reason); it is tried again every 30 s") }
      failure = reason
      return false
    }
  }
}
