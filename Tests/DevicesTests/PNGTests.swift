import Glibc
import Pixels
import TestSupport
import Testing
import Timing

@testable import Devices

/// Pictures in files.
@Suite struct PNGTests {
  @Test("latest.png has the colours of the theme, pixel for pixel")
  func colours() throws {
    let folder = TemporaryFolder()
    let theme = Theme.dark(.greenRed)
    let display = try PNGDisplay(
      folder: folder.path, surface: Surface(Size(7, 3), .colour), theme: theme, report: { _ in })
    var frame = Frame(Size(7, 3))
    for index in frame.pixels.indices { frame.pixels[index] = UInt8(index * 11) }
    display.show(frame)
    #expect(folder.names == [])
    #expect(display.flush(now: 0) == .never)
    #expect(display.hasStarted)
    #expect(folder.names == ["latest.png"])
    let picture = try PNGPicture(reading: "\(folder.path)/latest.png")
    #expect(picture.size == Size(7, 3))
    let expected: [UInt8] = frame.pixels.flatMap { pixel -> [UInt8] in
      [theme[pixel].red, theme[pixel].green, theme[pixel].blue, 255]
    }
    #expect(picture.rgba == expected)
  }

  @Test("a monochrome panel's picture has two colours")
  func mono() throws {
    let folder = TemporaryFolder()
    let display = try PNGDisplay(
      folder: folder.path, surface: Surface(Size(16, 16), .mono), theme: .dark(.redBlue),
      report: { _ in })
    var frame = Frame(Size(16, 16))
    for index in frame.pixels.indices { frame.pixels[index] = UInt8(index) }
    display.show(frame)
    _ = display.flush(now: 0)
    let picture = try PNGPicture(reading: "\(folder.path)/latest.png")
    let lit = stride(from: 0, to: 1024, by: 4).map { picture.rgba[$0] > 128 }
    #expect(lit == (0..<256).map { $0 & 8 != 0 })
    #expect(
      Set(stride(from: 0, to: 1024, by: 4).map { Array(picture.rgba[$0..<$0 + 4]) }).count == 2)
  }

  @Test("a link that lies in the folder leads to no other file")
  func link() throws {
    let folder = TemporaryFolder()
    folder.write([1], to: "other")
    symlink("other", "\(folder.path)/.latest.png.partial")
    let display = try PNGDisplay(
      folder: folder.path, surface: Surface(Size(2, 2), .colour), theme: .dark(.redBlue),
      report: { _ in })
    display.show(Frame(Size(2, 2)))
    _ = display.flush(now: 0)
    #expect(folder.bytes("other") == [1])
    #expect(try PNGPicture(reading: "\(folder.path)/latest.png").size == Size(2, 2))
  }

  @Test("the last frames are kept, numbered, and those of an earlier run go")
  func numbered() throws {
    let folder = TemporaryFolder()
    folder.write([], to: "frame-000777.png")
    folder.write([1], to: "holiday.png")
    for values in [[1, 2, 3, 4, 5], [16, 17, 17, 18, 19]] {
      let display = try Self.numbering(in: folder)
      #expect(folder.names.filter { $0.hasPrefix("frame-") }.isEmpty)
      for value in values {
        var frame = Frame(Size(2, 2))
        frame[0, 0] = UInt8(value)
        display.show(frame)
        _ = display.flush(now: 0)
      }
    }
    #expect(
      folder.names == ["frame-000003.png", "frame-000004.png", "holiday.png", "latest.png"])
    let numbered = try PNGPicture(reading: "\(folder.path)/frame-000004.png")
    #expect(try numbered == PNGPicture(reading: "\(folder.path)/latest.png"))
  }

  private static func numbering(in folder: TemporaryFolder) throws -> PNGDisplay {
    try PNGDisplay(
      folder: folder.path, surface: Surface(Size(2, 2), .colour), theme: .dark(.redBlue), frames: 2,
      report: { _ in })
  }

  @Test("numbered files of somebody else stay, and the folder is refused")
  func foreignFrames() throws {
    let folder = TemporaryFolder()
    let display = try Self.numbering(in: folder)
    display.show(Frame(Size(2, 2)))
    _ = display.flush(now: 0)
    let foreign = folder.bytes("latest.png")
    folder.write(foreign, to: "frame-000777.png")
    mkfifo("\(folder.path)/frame-000888.png", 0o600)
    let names = folder.names
    #expect {
      try Self.numbering(in: folder)
    } throws: {
      "\($0)"
        == "\(folder.path): frame-000777.png has no mark of tealight and is kept; "
        + "delete it, or choose another folder"
    }
    #expect(folder.names == names && folder.bytes("frame-000777.png") == foreign)
    unlink("\(folder.path)/frame-000777.png")
    #expect(throws: DeviceError.self) { try Self.numbering(in: folder) }
    // Without numbers nothing goes.
    _ = try PNGDisplay(
      folder: folder.path, surface: Surface(Size(2, 2), .colour), theme: .dark(.redBlue),
      report: { _ in })
    #expect(folder.names == names.filter { $0 != "frame-000777.png" })
  }

  @Test("a missing folder is made, with those above it")
  func makesFolders() throws {
    let folder = TemporaryFolder()
    let deep = "\(folder.path)/a/b"
    let display = try PNGDisplay(
      folder: deep, surface: Surface(Size(2, 2), .mono), theme: .dark(.redBlue), report: { _ in })
    display.show(Frame(Size(2, 2)))
    _ = display.flush(now: 0)
    display.sleep()
    #expect(display.flush(now: 1) == .never)
    #expect(try PNGPicture(reading: "\(deep)/latest.png").size == Size(2, 2))
    for file in ["\(deep)/latest.png"] { unlink(file) }
    rmdir(deep)
    rmdir("\(folder.path)/a")
  }

  @Test("a folder that cannot be made is an error at once, one that goes is reported once")
  func noFolder() throws {
    #expect(throws: DeviceError.self) {
      _ = try PNGDisplay(
        folder: "/proc/no/such", surface: Surface(Size(2, 2), .mono), theme: .dark(.redBlue),
        report: { _ in })
    }
    let folder = TemporaryFolder()
    let path = "\(folder.path)/pictures"
    var reports: [String] = []
    let display = try PNGDisplay(
      folder: path, surface: Surface(Size(2, 2), .mono), theme: .dark(.redBlue)
    ) { reports.append($0) }
    rmdir(path)
    display.show(Frame(Size(2, 2)))
    #expect(display.flush(now: 0) == Deadline(1000))
    #expect(display.flush(now: 500) == Deadline(1000))
    #expect(display.flush(now: 1000) == Deadline(2000))
    mkdir(path, 0o755)
    #expect(display.flush(now: 2000) == .never)
    #expect(
      reports == [
        "png in \(path): No such file or directory; trying again", "png in \(path) is back",
      ])
    unlink("\(path)/latest.png")
    rmdir(path)
  }

  @Test("a picture that cannot be written leaves the old one")
  func unwritable() throws {
    let folder = TemporaryFolder()
    var reports: [String] = []
    let display = try PNGDisplay(
      folder: folder.path, surface: Surface(Size(2, 2), .mono), theme: .dark(.redBlue)
    ) { reports.append($0) }
    folder.write([1], to: "latest.png")
    mkdir("\(folder.path)/.latest.png.partial", 0o755)
    display.show(Frame(Size(2, 2)))
    #expect(display.flush(now: 0) == Deadline(1_000))
    #expect(reports == ["png in \(folder.path): Is a directory; trying again"])
    rmdir("\(folder.path)/.latest.png.partial")
    #expect(folder.names == ["latest.png"] && folder.bytes("latest.png") == [1])
  }

  @Test("a file that is no picture is refused in words")
  func unreadable() throws {
    let folder = TemporaryFolder()
    let display = try PNGDisplay(
      folder: folder.path, surface: Surface(Size(40, 40), .colour), theme: .dark(.redBlue),
      report: { _ in })
    display.show(Frame(Size(40, 40)))
    _ = display.flush(now: 0)
    let whole = folder.bytes("latest.png")
    #expect(try PNGPicture(decoding: whole).size == Size(40, 40))
    for count in stride(from: 0, to: whole.count - 12, by: 3) {
      #expect(throws: PNGPicture.Unreadable.self, "\(count) bytes") {
        try PNGPicture(decoding: Array(whole[..<count]))
      }
    }
    // A header that claims 70000×40 pixels.
    var huge = whole
    huge[16..<20] = [0, 1, 0x11, 0x70]
    #expect(throws: PNGPicture.Unreadable.self) { try PNGPicture(decoding: huge) }
    #expect {
      try PNGPicture(reading: folder.path)
    } throws: {
      "\($0)" == "is not a file"
    }
    #expect {
      try PNGPicture(reading: "\(folder.path)/none.png")
    } throws: {
      "\($0)" == "No such file or directory"
    }
  }
}
