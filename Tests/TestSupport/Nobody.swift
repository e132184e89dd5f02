import Glibc

/// A user with no rights, for tests of what may not be read or written: root may do all of it.
public enum Nobody {
  private static let id: UInt32 = 65_534

  /// Whether there is nothing that this program may always do, once it acts as nobody.
  public static var isPossible: Bool {
    // This number is no user's: it changes nothing, and the answer is who it is now.
    geteuid() != 0 || act { setfsuid(.max) } == Int32(id)
  }

  /// Calls `body` with nobody's rights to files. Only this thread has them, so `body` waits for no other.
  public static func act<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = setfsuid(id)
    defer { setfsuid(UInt32(bitPattern: before)) }
    return try body()
  }

  /// An extension of Linux, which Glibc's module does not have.
  @discardableResult
  private static func setfsuid(_ id: UInt32) -> Int32 {
    typealias Function = @convention(c) (UInt32) -> Int32
    return unsafeBitCast(dlsym(nil, "setfsuid"), to: Function.self)(id)
  }
}
