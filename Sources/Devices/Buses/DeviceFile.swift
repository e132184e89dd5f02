import Glibc

/// A device file, opened anew once its device was gone: what is plugged in again is another device.
final class DeviceFile {
  typealias Opener = () throws(DeviceError) -> FileDescriptor

  private let open: Opener
  private var file: FileDescriptor?

  init(_ open: @escaping Opener) throws(DeviceError) {
    self.open = open
    file = try open()
  }

  /// - Parameter call: returns 0 or more, or -errno.
  /// - Returns: what the call returned.
  /// - Throws: `unusable` while the device is gone.
  func perform(_ call: (Int32) -> Int32) throws(DeviceError) -> Int32 {
    let file = if let file { file } else { try open() }
    let result = call(file.number)
    self.file = result == -ENODEV || result == -ESHUTDOWN ? nil : file
    return result
  }
}
