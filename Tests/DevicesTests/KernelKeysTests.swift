import CLinux
import Glibc
import Testing
import Timing

@testable import Devices

@Suite("Keys that the kernel reads")
struct KernelKeysTests {
  /// A bench of devices by their names; those that are not in it do not exist.
  final class Bench {
    var devices: [String: FakeInputDevice] = [:]
    var asked: [String] = []
    var lines: [String] = []

    func keys(_ wirings: KernelKeys.Wiring...) -> KernelKeys {
      KernelKeys(
        wirings,
        open: { (name, isGrabbed) throws(DeviceError) in
          self.asked.append(isGrabbed ? "\(name)!" : name)
          guard let device = self.devices[name] else {
            throw .unusable(device: name, reason: "does not exist", fix: "plug it in")
          }
          return device.file
        },
        report: { self.lines.append($0) })
    }
  }

  static let up = KernelKeys.Wiring(device: "stick", code: 103)
  static let enter = KernelKeys.Wiring(device: "stick", code: 28)
  static let other = KernelKeys.Wiring(device: "keys", code: 103)

  static func said(_ edges: [Edge]) -> [String] {
    edges.map { "\($0.input)\($0.isActive ? "↓" : "↑")\($0.time)" }
  }

  @Test("a key goes down and up, by the kernel's stamps")
  func press() {
    let bench = Bench()
    let (stick, others) = (FakeInputDevice(), FakeInputDevice())
    bench.devices = ["stick": stick, "keys": others]
    let keys = bench.keys(Self.up, Self.other, Self.enter)
    #expect(keys.deadline == .immediately)
    #expect(keys.read(now: 0) == [])
    #expect(keys.deadline == .never)
    stick.key(103, 1, at: 7_005)
    stick.key(103, 2, at: 7_250)
    stick.key(28, 1, at: 7_300)
    stick.key(30, 1, at: 7_301)
    stick.key(103, 0, at: 7_400)
    #expect(Self.said(keys.read(now: 7_500)) == ["0↓7005", "2↓7300", "0↑7400"])
    others.key(103, 1, at: 8_000)
    #expect(Self.said(keys.read(now: 8_001)) == ["1↓8000"])
    #expect(keys.read(now: 8_002) == [])
    #expect(bench.lines == [])
  }

  @Test("after lost events every key is where the kernel says")
  func dropped() {
    let bench = Bench()
    let stick = FakeInputDevice()
    bench.devices = ["stick": stick]
    let keys = bench.keys(Self.up)
    _ = keys.read(now: 0)
    stick.key(103, 1, at: 100)
    stick.send(EV_SYN, SYN_DROPPED, 0, at: 200)
    stick.send(EV_KEY, 103, 1, at: 201)
    #expect(Self.said(keys.read(now: 201)) == ["0↓100"])
    stick.send(EV_SYN, SYN_REPORT, 0, at: 202)
    // Read already when the levels are, and so older than they.
    stick.key(103, 1, at: 203)
    #expect(Self.said(keys.read(now: 204)) == ["0↑202"])
    stick.key(103, 1, at: 300)
    #expect(Self.said(keys.read(now: 300)) == ["0↓300"])
  }

  @Test("a device that is missing is named once, and looked for more and more seldom")
  func missing() {
    let bench = Bench()
    let keys = bench.keys(Self.up, Self.enter)
    var now: Int64 = 0
    var pauses: [Int64] = []
    for _ in 0..<8 {
      #expect(keys.read(now: now) == [])
      #expect(keys.read(now: now) == [])
      pauses.append(keys.deadline.monotonic - now)
      now = keys.deadline.monotonic
    }
    #expect(pauses == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000, 32_000])
    #expect(bench.asked.count == 8)
    #expect(bench.lines == ["stick: does not exist; plug it in; waiting for it"])

    let stick = FakeInputDevice()
    bench.devices = ["stick": stick]
    #expect(keys.read(now: now) == [])
    #expect(keys.deadline == .never)
    #expect(bench.lines.dropFirst() == ["stick is connected"])
    stick.key(28, 1, at: Int(now) + 5)
    #expect(keys.read(now: now + 5).map(\.input) == [1])
  }

  @Test("a device that goes away releases its keys, and works again when it is back")
  func vanished() {
    let bench = Bench()
    let others = FakeInputDevice()
    bench.devices = ["stick": FakeInputDevice(), "keys": others]
    let keys = bench.keys(Self.up, Self.other)
    _ = keys.read(now: 0)
    bench.devices["stick"]!.key(103, 1, at: 10)
    #expect(Self.said(keys.read(now: 10)) == ["0↓10"])
    bench.devices["stick"]!.vanish()
    bench.devices["stick"] = nil
    #expect(Self.said(keys.read(now: 20)) == ["0↑20"])
    #expect(keys.deadline == Deadline(1_020))
    others.key(103, 1, at: 30)
    #expect(Self.said(keys.read(now: 30)) == ["1↓30"])
    #expect(keys.read(now: 1_020) == [])
    #expect(keys.deadline == Deadline(3_020))
    bench.devices["stick"] = FakeInputDevice()
    #expect(keys.read(now: 3_020) == [])
    bench.devices["stick"]!.key(103, 1, at: 3_030)
    #expect(Self.said(keys.read(now: 3_030)) == ["0↓3030"])
    #expect(
      bench.lines == [
        "stick was removed; waiting for it", "stick is connected",
      ])
  }

  @Test("a device is opened once for all its keys, and grabbed where one of them asks for it")
  func grab() {
    let bench = Bench()
    let keys = bench.keys(
      Self.up, KernelKeys.Wiring(device: "stick", code: 28, isGrabbed: true), Self.other)
    _ = keys.read(now: 0)
    #expect(bench.asked == ["keys", "stick!"])
  }

  @Test("a file that is no input device is refused, and so is one that is not there")
  func refused() {
    func complaint(_ device: String) -> String {
      do throws(DeviceError) {
        _ = try KeyFile(opening: device, isGrabbed: false)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(complaint("/dev/null").hasPrefix("/dev/null: is not an input device; "))
    #expect(complaint("/dev/input/event999").hasPrefix("/dev/input/event999: does not exist; "))
    #expect(complaint("no such stick") != "")
  }

  @Test("every name has the kernel's number")
  func names() throws {
    let header = try #require(fopen("/usr/include/linux/input-event-codes.h", "r"))
    defer { fclose(header) }
    var numbers: [String: UInt16] = [:]
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), header) != nil {
      let words = Devices.text(in: line).split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count >= 3, words[0] == "#define" else { continue }
      let number =
        words[2].hasPrefix("0x") ? UInt16(words[2].dropFirst(2), radix: 16) : UInt16(words[2])
      numbers[words[1]] = number ?? numbers[words[2]]
    }
    #expect(KeyName.all.count > 200)
    for name in KeyName.all {
      let macro = name.hasPrefix("btn_") ? name.uppercased() : "KEY_\(name.uppercased())"
      #expect(KeyName.code(name) == numbers[macro], "\(name)")
    }
    #expect(numbers["KEY_MAX"].map(Int.init) == KeyName.codeMax)
  }

  @Test("a name may be written as the kernel does")
  func spellings() {
    #expect(["up", "UP", "KEY_UP", "key_up"].map(KeyName.code) == [103, 103, 103, 103])
    #expect(
      [KeyName.code("1"), KeyName.code("BTN_SOUTH"), KeyName.code("BTN_A")] == [2, 304, 304])
    #expect(KeyName.code("upp") == nil)
    #expect(
      [KeyName.name(of: 103), KeyName.name(of: 304), KeyName.name(of: 700)]
        == ["up", "btn_south", "700"])
  }
}
