import CLinux
import Glibc
import Timing

/// Keys that the kernel reads itself (`gpio-keys`, the joysticks of HATs), behind one file
/// descriptor. A device that is missing or goes away is looked for again.
public final class KernelKeys {
  /// Where one key is.
  public struct Wiring: Equatable, Sendable {
    /// The path of an input device, or the name that the kernel gives it.
    public var device: String
    /// 1…`KeyName.codeMax`
    public var code: UInt16
    /// No other program receives this device's keys.
    public var isGrabbed: Bool

    public init(device: String, code: UInt16, isGrabbed: Bool = false) {
      self.device = device
      self.code = code
      self.isGrabbed = isGrabbed
    }
  }

  /// Opens a device, grabbed or not.
  public typealias Opener = (_ device: String, _ isGrabbed: Bool) throws(DeviceError) -> KeyFile

  /// One input device, and its bound keys.
  private struct Device {
    let name: String
    let isGrabbed: Bool
    /// The inputs, by their key codes.
    let inputs: [UInt16: Int]
    var file: KeyFile?
    /// When to look for the device again; never while it is there.
    var searchAt = Deadline.immediately
    var pauseMilliseconds = pauseMillisecondsMin
    /// Whether the log was told that the device is missing.
    var isMissed = false
  }

  private static let pauseMillisecondsMin: Int64 = 1_000
  private static let pauseMillisecondsMax: Int64 = 32_000
  private let poller = FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
  private var devices: [Device] = []
  private let open: Opener
  private let report: (String) -> Void

  /// Opens nothing yet.
  /// - Parameters:
  ///   - report: takes a sentence once when a device is missing, and when it is there again.
  public init(
    _ wirings: [Wiring], open: @escaping Opener = KeyFile.init(opening:isGrabbed:),
    report: @escaping (String) -> Void
  ) {
    self.open = open
    self.report = report
    let wired = Dictionary(grouping: wirings.enumerated(), by: \.element.device)
    for (name, keys) in wired.sorted(by: { $0.key < $1.key }) {
      devices.append(
        Device(
          name: name, isGrabbed: keys.contains { $0.element.isGrabbed },
          inputs: Dictionary(
            keys.map { ($0.element.code, $0.offset) }, uniquingKeysWith: { first, _ in first })))
    }
  }

  /// Readable when an event waits.
  public var fileDescriptor: Int32 { poller.number }

  /// When `read` has to be called even if no event waits.
  public var deadline: Deadline { devices.lazy.map(\.searchAt).min() ?? .never }

  /// The edges that wait, each device's in order.
  /// - Parameter now: the monotonic millisecond.
  public func read(now: Int64) -> [Edge] {
    for index in devices.indices where devices[index].searchAt.isDue(at: now) {
      search(index, at: now)
    }
    var ready = [epoll_event](repeating: epoll_event(), count: max(devices.count, 1))
    let count = epoll_wait(poller.number, &ready, Int32(ready.count), 0)
    return ready.prefix(max(Int(count), 0)).flatMap { event in
      read(Int(event.data.u32), at: now)
    }
  }

  private func read(_ index: Int, at now: Int64) -> [Edge] {
    guard let file = devices[index].file else { return [] }
    let inputs = devices[index].inputs
    do throws(DeviceError) {
      return try file.read(inputs.keys).map { key in
        Edge(
          input: inputs[key.code]!, isActive: key.isDown, timeNanoseconds: key.timeNanoseconds)
      }
    } catch {
      devices[index].file = nil
      devices[index].pauseMilliseconds = Self.pauseMillisecondsMin
      missed(index, "\(devices[index].name) was removed; waiting for it", at: now)
      // The keys of a removed device are released, as the kernel does for programs that have it
      // open.
      return inputs.values.map {
        Edge(input: $0, isActive: false, timeNanoseconds: now * 1_000_000)
      }
    }
  }

  private func search(_ index: Int, at now: Int64) {
    let device = devices[index]
    do throws(DeviceError) {
      let file = try open(device.name, device.isGrabbed)
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.u32 = UInt32(index)
      epoll_ctl(poller.number, EPOLL_CTL_ADD, file.file.number, &event)
      devices[index].file = file
      devices[index].searchAt = .never
      devices[index].pauseMilliseconds = Self.pauseMillisecondsMin
      if device.isMissed { report("\(device.name) is connected") }
      devices[index].isMissed = false
      for code in file.missing(of: device.inputs.keys) {
        report("\(device.name) has no key \(KeyName.name(of: code)); evtest lists its keys")
      }
    } catch {
      missed(index, "\(error); waiting for it", at: now)
    }
  }

  private func missed(_ index: Int, _ complaint: String, at now: Int64) {
    if !devices[index].isMissed { report(complaint) }
    devices[index].isMissed = true
    devices[index].searchAt = Deadline(now + devices[index].pauseMilliseconds)
    devices[index].pauseMilliseconds = min(
      devices[index].pauseMilliseconds * 2, Self.pauseMillisecondsMax)
  }
}
