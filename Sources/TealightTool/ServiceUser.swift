import Configuration
import Devices
import Glibc
import Tealight

/// The user that the installed service runs as.
enum ServiceUser {
  /// Root may open everything, and so finds no permission missing. Goes on as the service's user where
  /// it is root and there is that user.
  /// - Returns: whether it does.
  static func become() -> Bool {
    guard geteuid() == 0, let user = getpwnam(OwnName.user)?.pointee else { return false }
    return initgroups(OwnName.user, user.pw_gid) == 0 && setgid(user.pw_gid) == 0
      && setuid(user.pw_uid) == 0
  }

  /// Reads a configuration as that user: root reads every file, and the service has to read them, too, but
  /// for its credentials.
  /// - Parameter file: one that it never reads is not tried.
  static func tryReading(_ file: String?) throws(StartError) {
    var catalogue = Catalogue()
    guard catalogue.isDaemons(file) else { return }
    catalogue.standInCredential = .unread
    let config = try Config.load(file, catalogue)
    if let path = config.files.first(where: isHidden) {
      throw .noConfiguration(
        "\(path): the service sees no home folder and no folder for temporary files; move it to "
          + "/etc/tealight")
    }
  }

  /// Whether the service does not see a file (systemd.exec(5), ProtectHome= and PrivateTmp=).
  static func isHidden(_ path: String) -> Bool {
    ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"].contains(where: path.hasPrefix)
  }

  /// What to do where a group is missing to whoever this program runs as. Who has become another user has
  /// the old one's environment.
  static func join(_ group: String) -> String {
    DeviceError.joining(
      group, user: getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) })
  }
}
