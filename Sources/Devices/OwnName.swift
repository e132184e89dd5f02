/// What this program is called on the machine.
public enum OwnName {
  /// The user that the installed service runs as: `systemd/tealight.sysusers` says so.
  public static let user = "tealight"
  /// As whose the kernel lists GPIO lines in use.
  public static let consumer = "tealight"
}
