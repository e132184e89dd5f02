import Glibc
import TestSupport
import Testing

@testable import Devices

/// A device that can be unplugged.
@Suite struct DeviceFileTests {
  @Test("a device that has gone is opened anew, and one that only fails is not")
  func reopening() throws {
    var opened = 0
    var isThere = true
    let device = try DeviceFile { () throws(DeviceError) in
      guard isThere else { throw .unusable(device: "stick", reason: "does not exist", fix: "") }
      opened += 1
      return FileDescriptor(-1)
    }
    func call(_ result: Int32) -> Int32? { try? device.perform { _ in result } }
    #expect([call(0), call(-EREMOTEIO), call(0)] == [0, -EREMOTEIO, 0])
    #expect(opened == 1)
    isThere = false
    #expect([call(-ENODEV), call(0), call(0)] == [-ENODEV, nil, nil])
    isThere = true
    #expect([call(0), call(-ESHUTDOWN), call(0)] == [0, -ESHUTDOWN, 0])
    #expect(opened == 3)
    #expect([call(-EIO), call(0)] == [-EIO, 0])
    #expect(opened == 4)
  }

  @Test("a panel is one program's at a time; two addresses of a bus are two panels")
  func claims() throws {
    let file = ScratchFile()
    func opened() -> FileDescriptor { FileDescriptor(open(file.path, O_RDWR | O_CLOEXEC)) }
    func isRefused(_ file: FileDescriptor, _ address: UInt8?) -> Bool {
      do throws(DeviceError) {
        try file.claim("i2c:1", address: address)
        return false
      } catch {
        #expect("\(error)".hasPrefix("i2c:1: another tealight uses it; stop that one first: "))
        return true
      }
    }
    var first: FileDescriptor? = opened()
    #expect(!isRefused(first!, 0x3C))
    #expect(isRefused(opened(), 0x3C) && !isRefused(opened(), 0x3D) && isRefused(opened(), nil))
    first = nil
    let second = opened()
    #expect(!isRefused(second, nil) && isRefused(opened(), 0x3C))
    // Nobody has what cannot be claimed at all.
    #expect(!isRefused(FileDescriptor(-1), nil))
  }

  @Test("who logs in is told to, and the service, which never does, to start again")
  func joining() {
    #expect(
      DeviceError.joining("input", user: "pi") == "sudo usermod -aG input $USER, then log in again")
    #expect(DeviceError.joining("input", user: nil) == DeviceError.joining("input", user: "pi"))
    #expect(
      DeviceError.joining("input", user: "tealight")
        == "sudo usermod -aG input tealight && sudo systemctl restart tealight")
  }

  @Test("a file that comes in pages is read whole")
  func pages() {
    #expect(readSmallFile("/proc/self/smaps", bytesMax: 16_384).count == 16_384)
  }
}
