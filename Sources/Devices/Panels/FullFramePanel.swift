import Pixels

/// A panel that takes whole pictures as they are: lights, and memory that is looked at as it is.
protocol FullFramePanel: AnyObject {
  /// From any state to one where pictures can be put.
  func prepare() throws(DeviceError)
  /// Shows the frame, `percent` bright (0…100), sending no more than what differs.
  func put(_ frame: Frame, at percent: Int) throws(DeviceError)
  /// Puts colour roles in these colours from now on, as far as it has colours.
  func wear(_ theme: Theme)
  /// Dark, with nothing old left in its memory.
  func displayOff() throws(DeviceError)
  /// For good: as it was found, where it was somebody's before, else dark.
  func giveBack() throws(DeviceError)
}

extension FullFramePanel {
  func wear(_ theme: Theme) {}
  func giveBack() throws(DeviceError) { try displayOff() }
}
