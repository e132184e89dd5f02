/// The program's names on the machine.
public enum OwnName {
  /// The user that the installed service runs as: `systemd/tealight.sysusers` says so.
  public static let user = "tealight"
  /// The name under which the kernel lists the GPIO lines that we use.
  public static let consumer = "tealight"
}
