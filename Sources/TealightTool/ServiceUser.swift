import Configuration
import Devices
import Glibc
import Tealight

/// The user that the installed service runs as.
enum ServiceUser {
  /// Continues as the service's user, if the program runs as root and there is that user. Root may open
  /// everything, and so would find no permission missing.
  /// - Returns: whether the program is that user now.
  static func become() -> Bool {
    guard geteuid() == 0, let user = getpwnam(OwnName.user)?.pointee else { return false }
    return initgroups(OwnName.user, user.pw_gid) == 0 && setgid(user.pw_gid) == 0
      && setuid(user.pw_uid) == 0
  }

  /// Reads a configuration as the service's user, who must be able to read its files, except for its
  /// credentials. Reading it as root would not tell that: root may read every file.
  /// - Parameter file: a file that the service never reads is not tried.
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

  /// What to do if this program's user lacks a group. The user's name does not come from the
  /// environment, which is still the old one after `become`.
  static func join(_ group: String) -> String {
    DeviceError.joining(
      group, user: getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) })
  }
}
