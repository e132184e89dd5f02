import CLinux
import Glibc

/// An open file of the kernel, closed with its owner.
final class FileDescriptor {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// Opens a device file; see `DeviceError.opening` for what its errors say.
  init(opening path: String, _ flags: Int32, group: String, enable: String) throws(DeviceError) {
    number = open(path, flags | O_CLOEXEC)
    if number < 0 { throw .opening(path, errno: errno, group: group, enable: enable) }
  }

  /// Locks the file, or one of the addresses behind it, against every other tealight until it is
  /// closed.
  /// - Throws: `unusable` if another tealight has locked it.
  func claim(_ device: String, address: UInt8? = nil) throws(DeviceError) {
    // Only this error means that another process holds the lock.
    guard tealight_lock(number, Int64(address ?? 0), address == nil ? 0 : 1) == -EAGAIN else {
      return
    }
    throw .unusable(
      device: device, reason: "another tealight uses it",
      fix: "stop that one first: sudo systemctl stop tealight")
  }

  deinit {
    guard number >= 0 else { return }
    tealight_unlock(number)
    close(number)
  }

  /// Writes all bytes. Returns 0, or the error number.
  func write(_ bytes: [UInt8]) -> Int32 {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return errno }
      // A driver that accepts nothing and reports no error would be called for ever.
      if count == 0 { return EIO }
      sent += max(count, 0)
    }
    return 0
  }
}

/// The contents of a small file of `/sys`; empty where it cannot be read.
func readSmallFile(_ path: String, bytesMax: Int = 64) -> [UInt8] {
  let file = FileDescriptor(open(path, O_RDONLY | O_CLOEXEC))
  guard file.number >= 0 else { return [] }
  var bytes = [UInt8](repeating: 0, count: bytesMax)
  var count = 0
  // The kernel returns at most a page at a time.
  while count < bytesMax {
    let more = bytes[count...].withUnsafeMutableBytes {
      read(file.number, $0.baseAddress, $0.count)
    }
    if more <= 0 { break }
    count += more
  }
  return Array(bytes.prefix(count))
}

/// The first line of a small file, without the newline; empty where it cannot be read.
func readLine(_ path: String, bytesMax: Int = 64) -> String {
  let bytes = readSmallFile(path, bytesMax: bytesMax)
  return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}

/// The names in a folder, in no order, `.` and `..` too; empty where it cannot be read.
func names(in folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    names.append(
      withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      })
  }
  return names
}

/// Writes a small file of `/sys`. Returns 0, or the error number.
func writeSmallFile(_ path: String, _ text: String) -> Int32 {
  let file = FileDescriptor(open(path, O_WRONLY | O_TRUNC | O_CLOEXEC))
  return file.number < 0 ? errno : file.write(Array(text.utf8))
}

/// A device file that is opened again after its device was gone: a device that is plugged in again
/// needs a new descriptor.
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
    // Some adapters on USB return EIO when they are pulled out, and keep their number while they are
    // open.
    self.file = [-ENODEV, -ESHUTDOWN, -EIO].contains(result) ? nil : file
    return result
  }
}
