import Pixels

/// A framebuffer that may go away and come back: a screen on USB, or the kernel's first framebuffer,
/// which ends when the screen's own driver is loaded.
///
/// Writes to the memory of a framebuffer that is gone are lost without an error, and one with a new
/// mode would show a torn picture. So its driver is asked before each picture, the last one too.
final class HotplugFramebuffer: FullFramePanel {
  typealias Opener = (Theme) throws(DeviceError) -> Framebuffer
  typealias Check = (Framebuffer) throws(DeviceError) -> Void

  let noticesLoss = true
  private let name: String
  private let surface: Surface
  private let reopen: Opener
  private let check: Check
  private var theme: Theme
  /// Nil once it is gone.
  private var framebuffer: Framebuffer?

  /// - Parameter check: throws once it is gone.
  init(
    _ framebuffer: Framebuffer, _ wiring: PanelWiring, theme: Theme, reopen: @escaping Opener,
    check: @escaping Check = { (framebuffer) throws(DeviceError) in try framebuffer.check() }
  ) {
    self.framebuffer = framebuffer
    self.theme = theme
    self.reopen = reopen
    self.check = check
    name = "\(wiring.bus)"
    surface = framebuffer.surface
  }

  func wear(_ theme: Theme) {
    self.theme = theme
    framebuffer?.wear(theme)
  }

  func prepare() throws(DeviceError) {
    let framebuffer = if let framebuffer { framebuffer } else { try reopen(theme) }
    // Pages are composed for the surface that was there at the start.
    guard framebuffer.surface == surface else {
      throw .unusable(device: name, reason: "has another size now", fix: "restart tealight")
    }
    framebuffer.prepare()
    self.framebuffer = framebuffer
  }

  func put(_ frame: Frame, at percent: Int) throws(DeviceError) {
    try present()?.put(frame, at: percent)
  }

  func displayOff() throws(DeviceError) { try present()?.displayOff() }

  func giveBack() throws(DeviceError) { try present()?.giveBack() }

  /// The framebuffer, if it is still there in its old mode.
  private func present() throws(DeviceError) -> Framebuffer? {
    guard let framebuffer else { return nil }
    self.framebuffer = nil
    try check(framebuffer)
    self.framebuffer = framebuffer
    return framebuffer
  }
}
