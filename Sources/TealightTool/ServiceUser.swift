import Glibc

/// The user that the installed service runs as: `systemd/tealight.sysusers` says so.
enum ServiceUser {
  static let name = "tealight"

  /// Root may open everything, and so finds no permission missing. Goes on as the service's user where
  /// it is root and there is that user.
  /// - Returns: whether it does.
  static func become() -> Bool {
    guard geteuid() == 0, let user = getpwnam(name)?.pointee else { return false }
    return initgroups(name, user.pw_gid) == 0 && setgid(user.pw_gid) == 0
      && setuid(user.pw_uid) == 0
  }

  /// What to do where a group is missing to whoever this program runs as.
  static func join(_ group: String) -> String {
    isCurrent
      ? "sudo usermod -aG \(group) \(name), then sudo systemctl restart tealight"
      : "sudo usermod -aG \(group) $USER, then log in again"
  }

  /// Whether this program runs as that user.
  private static var isCurrent: Bool {
    getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } == name
  }
}
