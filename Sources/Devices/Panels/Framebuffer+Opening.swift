import CLinux
import Glibc
import Pixels

extension Framebuffer {
  /// - Parameter name: the framebuffer's number, or the name that its driver gives it.
  /// - Throws: `unusable` where there is none, or it may not be opened or drawn on.
  convenience init(_ name: String, _ wiring: PanelWiring, theme: Theme) throws(DeviceError) {
    let file = try FileDescriptor(
      opening: try Self.path(of: name), O_RDWR, group: "video",
      enable: "enable its overlay in /boot/firmware/config.txt, then reboot")
    try file.claim("\(wiring.bus)")
    try self.init(
      file, try FramebufferMode(of: file, name: "\(wiring.bus)"), wiring, theme: theme)
  }

  /// - Parameter folder: where the kernel names its framebuffers.
  static func path(of name: String, in folder: String = "/sys/class/graphics")
    throws(DeviceError) -> String
  {
    if name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return "/dev/fb\(name)" }
    // The kernel has 32 at most (FB_MAX).
    for number in 0..<32 where readLine("\(folder)/fb\(number)/name") == name {
      return "/dev/fb\(number)"
    }
    throw .unusable(
      device: "fb:\(name)", reason: "does not exist",
      fix: "enable its overlay in /boot/firmware/config.txt, then reboot; "
        + "cat \(folder)/fb*/name lists those that exist")
  }

  /// What to do about a console that writes on the same memory; nil if none does.
  var consoleWarning: String? {
    var status = stat()
    guard fstat(file.number, &status) == 0,
      tealight_framebuffer_console(file.number) == Int32(status.st_rdev & 0xff)
    else { return nil }
    return "also shows the text console, which draws over the picture; "
      + "add fbcon=map:9 to /boot/firmware/cmdline.txt, then reboot"
  }
}

extension PanelKind {
  public static let framebuffer = PanelKind(
    "framebuffer", sizes: .ofDevice(usual: Size(320, 240)), depth: .colour, wires: [.framebuffer],
    lines: [],
    opening: .device { (wiring, theme, report) throws(DeviceError) in
      guard case .framebuffer(let name) = wiring.bus else {
        preconditionFailure("a framebuffer is on fb:N")
      }
      let framebuffer = try Framebuffer(name, wiring, theme: theme)
      if let warning = framebuffer.consoleWarning { report("\(wiring.bus) \(warning)") }
      let panel = HotplugFramebuffer(framebuffer, wiring, theme: theme) {
        (theme) throws(DeviceError) in try Framebuffer(name, wiring, theme: theme)
      }
      return FullFrameDisplay(
        panel, wiring, on: "\(wiring.bus)", surface: framebuffer.surface, report: report)
    })
}
