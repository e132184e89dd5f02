import Configuration
import Glibc
import Tealight

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

  /// Goes on as the service's user where `become` does, and reads a configuration as that: root reads every
  /// file, and the service has to read them, too, but for its credentials.
  /// - Returns: whether it goes on as that user.
  @discardableResult
  static func tryReading(_ file: String?) throws(StartError) -> Bool {
    guard become() else { return false }
    var catalogue = Catalogue()
    catalogue.standInCredential = Secret(String(repeating: "*", count: 256))
    let config = try Config.load(file, catalogue)
    if let path = config.files.first(where: { path in hidden.contains(where: path.hasPrefix) }) {
      throw .noConfiguration(
        "\(path): the service sees no home folder and no folder for temporary files; move it to "
          + "/etc/tealight")
    }
    return true
  }

  /// What the service does not see (systemd.exec(5), ProtectHome= and PrivateTmp=).
  private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

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
