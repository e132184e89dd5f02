import CLinux
import Glibc
import Pixels
import TestSupport
import Testing
import Timing

@testable import Devices

/// A framebuffer whose memory is a file.
@Suite struct FramebufferTests {
  /// A file of noise in place of a driver's memory.
  private final class Screen {
    let folder = TemporaryFolder()
    let mode: FramebufferMode
    let rotation: Rotation
    let display: FullFrameDisplay
    let noise: [UInt8]

    init(_ size: Size, _ format: FramebufferFormat, _ rotation: Rotation, percent: Int = 100) throws
    {
      // Rows are padded, and the picture is panned to.
      mode = FramebufferMode(
        size: size, format: format, lineBytes: (size.width * format.bits + 7) / 8 + 12,
        originBytes: 36)
      self.rotation = rotation
      var chance = SeededGenerator(seed: 5)
      noise = (0..<mode.memoryBytes + 50).map { _ in UInt8.random(in: 0...255, using: &chance) }
      folder.write(noise, to: "fb")
      var wiring = PanelWiring(.framebuffer, on: .framebuffer("0"))
      wiring.rotation = rotation
      wiring.brightness = percent
      let file = FileDescriptor(open("\(folder.path)/fb", O_RDWR))
      let framebuffer = try Framebuffer(file, mode, wiring, theme: Rig.theme)
      display = FullFrameDisplay(framebuffer, wiring, on: "fb:0", surface: framebuffer.surface) {
        Issue.record("\($0)")
      }
    }

    func show(_ frame: Frame) {
      display.show(frame)
      #expect(display.flush(now: 0) == .never)
    }

    var bytes: [UInt8] { folder.bytes("fb") }

    func noisy(_ seed: UInt64) -> Frame {
      var chance = SeededGenerator(seed: seed)
      var frame = Frame(display.size)
      for place in frame.pixels.indices {
        frame.pixels[place] = ColourRole.allCases.randomElement(using: &chance)!.pixel(
          UInt8.random(in: 0...15, using: &chance))
      }
      return frame
    }

    /// The memory that shows a frame, pixel by pixel.
    func memory(of frame: Frame, percent: Int = 100) -> [UInt8] {
      let words = mode.format.words(Rig.theme, at: percent)
      let layout = FramebufferLayout(mode.size)
      let (width, height) = (layout.page.width, layout.page.height)
      var memory = noise
      for y in 0..<mode.size.height {
        for x in 0..<mode.size.width {
          let (column, row) = ((x - layout.left) / layout.scale, (y - layout.top) / layout.scale)
          var pixel: Pixel = 0
          if x >= layout.left, y >= layout.top, column < width, row < height {
            switch rotation {
            case .none: pixel = frame[column, row]
            case .quarter: pixel = frame[row, width - 1 - column]
            case .half: pixel = frame[width - 1 - column, height - 1 - row]
            case .threeQuarters: pixel = frame[height - 1 - row, column]
            }
          }
          let word = words[Int(pixel)]
          let bit = x * mode.format.bits
          let byte = mode.originBytes + y * mode.lineBytes + bit / 8
          if mode.format.bits == 1 {
            memory[byte] = memory[byte] & ~(1 << UInt8(bit % 8)) | UInt8(word) << UInt8(bit % 8)
          } else {
            for place in 0..<mode.format.bits / 8 {
              memory[byte + place] = UInt8(truncatingIfNeeded: word >> UInt32(8 * place))
            }
          }
        }
      }
      return memory
    }
  }

  private static let formats = FramebufferFormatTests.all.filter { $0.meaning != .palette }

  @Test(
    "memory shows every frame, turned, and nothing beside the picture is touched",
    arguments: formats, Rotation.allCases)
  func frames(format: FramebufferFormat, rotation: Rotation) throws {
    for size in [Size(8, 8), Size(24, 7), Size(808, 16)] {
      let screen = try Screen(size, format, rotation, percent: 60)
      for seed: UInt64 in 1...3 {
        let frame = screen.noisy(seed)
        screen.show(frame)
        #expect(screen.bytes == screen.memory(of: frame, percent: 60), "\(size) \(seed)")
      }
    }
  }

  @Test("only what has changed is written", arguments: formats)
  func damage(format: FramebufferFormat) throws {
    let screen = try Screen(Size(64, 10), format, .none)
    var frame = screen.noisy(1)
    screen.show(frame)
    // Whatever is written over elsewhere stays.
    var scribbled = screen.bytes
    let place = screen.mode.originBytes + 3 * screen.mode.lineBytes
    scribbled[place] ^= 0xff
    screen.folder.write(scribbled, to: "fb")
    frame[40, 3] = frame[40, 3] == 0 ? ColourRole.rise.pixel() : 0
    screen.show(frame)
    var expected = screen.memory(of: frame)
    expected[place] ^= 0xff
    #expect(screen.bytes == expected)
  }

  @Test("asleep it is black, and with the next frame it shines again", arguments: formats)
  func sleep(format: FramebufferFormat) throws {
    let screen = try Screen(Size(32, 20), format, .none)
    let frame = screen.noisy(2)
    screen.show(frame)
    screen.display.sleep()
    #expect(screen.display.flush(now: 0) == .never)
    #expect(screen.bytes == screen.memory(of: Frame(Size(32, 20)), percent: 0))
    screen.show(frame)
    #expect(screen.bytes == screen.memory(of: frame))
    screen.display.dim(to: 30)
    #expect(screen.display.flush(now: 0) == .never)
    #expect(screen.bytes == screen.memory(of: frame, percent: 30))
  }

  @Test("at the end the picture is there that was there before", arguments: formats)
  func end(format: FramebufferFormat) throws {
    let screen = try Screen(Size(30, 20), format, .quarter)
    screen.show(screen.noisy(3))
    screen.display.sleep()
    #expect(screen.display.flush(now: 0) == .never)
    screen.display.giveBack()
    #expect(screen.display.flush(now: 0) == .never)
    #expect(screen.bytes == screen.noise)
  }

  @Test("pages are composed for what the driver says")
  func surface() throws {
    let format = FramebufferFormatTests.grey
    let screen = try Screen(Size(1920, 1080), format, .quarter)
    #expect(screen.display.surface == Surface(Size(360, 640), .grey))
  }

  @Test("a framebuffer goes by its number, or by its driver's name wherever it is")
  func names() throws {
    let folder = TemporaryFolder()
    #expect(try Framebuffer.path(of: "3", in: folder.path) == "/dev/fb3")
    #expect {
      _ = try Framebuffer.path(of: "RPi-Sense FB", in: folder.path)
    } throws: {
      "\($0)".hasPrefix("fb:RPi-Sense FB: does not exist; enable its overlay")
    }
    mkdir(folder.path + "/fb0", 0o755)
    mkdir(folder.path + "/fb2", 0o755)
    folder.write(Array("vfb\n".utf8), to: "fb0/name")
    folder.write(Array("RPi-Sense FB\n".utf8), to: "fb2/name")
    #expect(try Framebuffer.path(of: "RPi-Sense FB", in: folder.path) == "/dev/fb2")
    for name in ["fb0", "fb2"] {
      unlink("\(folder.path)/\(name)/name")
      rmdir("\(folder.path)/\(name)")
    }
  }

  @Test("one that goes away is opened again when it is back, and shows the newest picture")
  func hotplug() throws {
    let folder = TemporaryFolder()
    let wiring = PanelWiring(.framebuffer, on: .framebuffer("0"))
    var mode: FramebufferMode?
    func plugIn(_ size: Size) {
      mode = FramebufferMode(
        size: size, format: FramebufferFormatTests.grey, lineBytes: size.width)
      unlink("\(folder.path)/fb")
      folder.write([UInt8](repeating: 9, count: size.width * size.height), to: "fb")
    }
    func opened(_ theme: Theme) throws(DeviceError) -> Framebuffer {
      guard let mode else { throw .unusable(device: "fb0", reason: "is gone", fix: "") }
      let file = FileDescriptor(open("\(folder.path)/fb", O_RDWR))
      return try Framebuffer(file, mode, wiring, theme: theme)
    }
    plugIn(Size(8, 4))
    let framebuffer = try opened(Rig.theme)
    let panel = HotplugFramebuffer(framebuffer, wiring, theme: Rig.theme, reopen: opened) {
      (framebuffer) throws(DeviceError) in
      if mode == nil { throw .failed(device: "fb:0", call: "question", errno: ENODEV) }
    }
    var reports: [String] = []
    let display = FullFrameDisplay(panel, wiring, on: "fb:0", surface: framebuffer.surface) {
      reports.append($0)
    }
    var frame = Frame(Size(8, 4))
    display.show(frame)
    #expect(display.flush(now: 0) == .never)
    mode = nil
    frame[2, 1] = ColourRole.text.pixel()
    display.show(frame)
    #expect(display.flush(now: 0) == Deadline(1_000))
    #expect(display.flush(now: 1_000) == Deadline(3_000))
    plugIn(Size(4, 8))
    #expect(display.flush(now: 3_000) == Deadline(7_000) && reports.count == 1)
    #expect(display.flush(now: 7_000) == Deadline(15_000) && reports.count == 2)
    plugIn(Size(8, 4))
    #expect(display.flush(now: 15_000) == .never)
    let words = FramebufferFormatTests.grey.words(Rig.theme, at: 100)
    #expect(folder.bytes("fb") == frame.pixels.map { UInt8(words[Int($0)]) })
    #expect(
      reports == [
        "fb:0: question: No such device; trying again until it answers",
        "fb:0: has another size now; restart tealight; trying again until it answers",
        "framebuffer on fb:0 is back",
      ])
  }

  @Test("a framebuffer whose mode has changed is not written to at the end")
  func otherMode() throws {
    let folder = TemporaryFolder()
    folder.write([UInt8](repeating: 9, count: 32), to: "fb")
    let wiring = PanelWiring(.framebuffer, on: .framebuffer("0"))
    let mode = FramebufferMode(
      size: Size(8, 4), format: FramebufferFormatTests.grey, lineBytes: 8)
    let file = FileDescriptor(open("\(folder.path)/fb", O_RDWR))
    let gone = DeviceError.failed(device: "fb:0", call: "question", errno: ENODEV)
    var isOther = false
    func reopen(_ theme: Theme) throws(DeviceError) -> Framebuffer { throw gone }
    let framebuffer = try Framebuffer(file, mode, wiring, theme: Rig.theme)
    let panel = HotplugFramebuffer(framebuffer, wiring, theme: Rig.theme, reopen: reopen) {
      _ throws(DeviceError) in
      if isOther { throw gone }
    }
    try panel.prepare()
    try panel.put(Frame(Size(8, 4)), at: 100)
    let shown = folder.bytes("fb")
    isOther = true
    #expect(throws: gone) { try panel.giveBack() }
    #expect(folder.bytes("fb") == shown)
  }

  @Test("what is no framebuffer is refused with the call that failed")
  func foreign() throws {
    let file = FileDescriptor(open("/dev/null", O_RDWR))
    #expect(
      throws: DeviceError.failed(device: "fb:0", call: "FBIOGET_VSCREENINFO", errno: ENOTTY)
    ) { try FramebufferMode(of: file, name: "fb:0") }
  }
}
