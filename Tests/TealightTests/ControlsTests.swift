import CLinux
import Glance
import Glibc
import Testing
import Timing

@testable import Configuration
@testable import Devices
@testable import Tealight

@Suite("What hands do becomes commands")
struct ControlsTests {
  @Test("what cannot be had is named once, each by its place in the file")
  func missing() throws {
    var config = Config()
    let line = { InputLines.Wiring(chip: "no-such-chip", line: $0) }
    config.buttons = [Config.WiredButton(wiring: line(1)), Config.WiredButton(wiring: line(2))]
    config.encoders = [
      Config.WiredEncoder(a: line(3), b: line(4), button: Config.WiredButton(wiring: line(5)))
    ]
    config.keys = [Config.WiredKey(wiring: KernelKeys.Wiring(device: "/dev/null", code: 103))]
    var lines: [String] = []
    var controls = Controls(config) { lines.append($0) }
    #expect(controls.commands(at: 0) == [] && controls.commands(at: 60_000) == [])
    #expect(
      lines.map { $0.split(separator: ";")[0] } == [
        "button 1: no-such-chip: does not exist", "button 2: no-such-chip: does not exist",
        "encoder 1: no-such-chip: does not exist", "/dev/null: is not an input device",
      ])
  }

  @Test("a motion sensor says whether somebody is there, and is looked for while it is not")
  func sensor() throws {
    let config = try Config.read(
      Array("[presence]\nchip = \"c\"\nline = 4\n".utf8), file: "t.toml", boardless)
    var level: Bool?
    var lines: [String] = []
    func isActive() throws(DeviceError) -> Bool {
      if let level { return level }
      throw .failed(device: "line 4 of c", call: "GPIO read", errno: ENODEV)
    }
    var controls = Controls(
      config,
      sense: { wiring throws(DeviceError) in
        #expect(wiring.name == "line 4 of c")
        _ = try isActive()
        return MotionSensor.Line(descriptor: 7, isActive: isActive)
      }, report: { lines.append($0) })
    func isSomebodySeen(at now: Int64) -> Bool {
      #expect(controls.commands(at: now) == [])
      return controls.isSomebodySeen
    }
    #expect(controls.deadline == .immediately && controls.descriptors.count == 2)
    #expect(!isSomebodySeen(at: 0))
    #expect(controls.deadline == Deadline(1_000))
    level = true
    #expect(!isSomebodySeen(at: 999))
    #expect(isSomebodySeen(at: 1_000))
    #expect(controls.deadline == .never && controls.descriptors.last == 7)
    level = false
    #expect(!isSomebodySeen(at: 1_001))
    level = true
    #expect(isSomebodySeen(at: 1_002))
    level = nil
    #expect(!isSomebodySeen(at: 5_000) && !isSomebodySeen(at: 6_000))
    #expect(controls.deadline == Deadline(8_000) && controls.descriptors.count == 2)
    level = false
    #expect(!isSomebodySeen(at: 8_000))
    let lost =
      "motion sensor: line 4 of c: GPIO read: No such device; trying again until it answers"
    let back = "motion sensor: line 4 of c is back"
    #expect(lines == [lost, back, lost, back])
  }

  @Test("a key asks for what it is bound to")
  func keys() throws {
    let config = try Config.read(
      Array(
        """
        [[key]]
        device = "stick"
        code = "up"
        press = "previous-page"
        double = "none"
        [[key]]
        device = "stick"
        code = "enter"
        hold = "home"
        double = "next-page"
        """.utf8), file: "t.toml", boardless)
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
    let (stick, kernel) = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    var controls = Controls(
      config, open: { _, _ in KeyFile(kernel) }, report: { Issue.record("\($0)") })
    func set(_ code: UInt16, _ isDown: Bool, at milliseconds: Int) {
      var event = input_event()
      event.time.tv_sec = milliseconds / 1_000
      event.time.tv_usec = milliseconds % 1_000 * 1_000
      (event.type, event.code, event.value) = (1, code, isDown ? 1 : 0)
      #expect(stick.write(withUnsafeBytes(of: event) { Array($0) }) == 0)
    }
    var heard = controls.commands(at: 0)
    #expect(heard == [])
    set(103, true, at: 1_000)
    set(103, false, at: 1_090)
    heard = controls.commands(at: 1_100)
    #expect(heard == [.previousPage])
    set(28, true, at: 2_000)
    heard = controls.commands(at: 2_001)
    #expect(heard == [])
    #expect(controls.deadline == Deadline(2_600))
    heard = controls.commands(at: 2_600)
    #expect(heard == [.home])
    set(28, false, at: 2_900)
    set(28, true, at: 3_000)
    set(28, false, at: 3_010)
    set(28, true, at: 3_100)
    set(28, false, at: 3_110)
    heard = controls.commands(at: 3_120)
    #expect(heard == [.nextPage])
    #expect(controls.deadline == .never)
  }
}
