import CLinux
import Glibc
import Pixels
import Timing

/// A folder of pictures in place of a panel: `latest.png`, and the last few frames numbered.
public final class PNGDisplay: Display {
  public let name: String
  public let surface: Surface
  public let showsMotion = false
  public private(set) var hasStarted = false

  private let folder: String
  private var colours: [Colour]
  private let frameCount: Int
  private let report: (String) -> Void

  private var newest: Frame?
  private var written: Frame?
  private var number = 0
  private var resumesAt = Deadline.immediately
  private var isFailing = false

  /// - Parameters:
  ///   - frames: how many numbered frames are kept beside `latest.png`. Those of an earlier run are
  ///     deleted, and no others.
  ///   - report: takes a sentence for the log when pictures cannot be written, and when they can.
  /// - Throws: `unusable` where the folder cannot be made, or has numbered files that are not ours.
  public init(
    folder: String, surface: Surface, theme: Theme, frames: Int = 0,
    report: @escaping (String) -> Void
  ) throws(DeviceError) {
    name = "png in \(folder)"
    self.folder = folder
    self.surface = surface
    self.report = report
    frameCount = frames
    colours = surface.look(theme)
    try Self.make(folder)
    guard frames > 0 else { return }
    let old = Self.numberedFiles(in: folder)
    if let other = old.sorted().first(where: { !Self.isOurs("\(folder)/\($0)") }) {
      throw .unusable(
        device: folder, reason: "\(other) has no mark of tealight and is kept",
        fix: "delete it, or choose another folder")
    }
    for name in old { unlink("\(folder)/\(name)") }
  }

  public var isUpToDate: Bool { !isFailing }

  public func show(_ frame: Frame) {
    precondition(frame.size == size, "a frame has the size of its display")
    newest = frame
  }

  public func wear(_ theme: Theme) {
    colours = surface.look(theme)
    written = nil
  }

  /// Does nothing: the last picture stays for people to look at when the program has ended.
  public func sleep() {}

  public func flush(now: Int64) -> Deadline {
    guard let newest, newest != written else { return .never }
    if !resumesAt.isDue(at: now) { return resumesAt }
    hasStarted = true
    let code = write(newest)
    if (code != 0) != isFailing {
      isFailing = code != 0
      report(isFailing ? "\(name): \(text(of: code)); trying again" : "\(name) is back")
    }
    if isFailing {
      resumesAt = Deadline(now + 1000)
      return resumesAt
    }
    written = newest
    return .never
  }

  /// The bytes of a PNG file of one frame, with one PNG pixel for each pixel.
  public static func encode(_ frame: Frame, on surface: Surface, theme: Theme) -> [UInt8] {
    encode(frame, surface.look(theme))
  }

  /// The bytes of a PNG file of a frame whose pixel values have these colours.
  public static func encode(_ frame: Frame, _ colours: [Colour]) -> [UInt8] {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(frame.pixels.count * 3)
    for pixel in frame.pixels {
      let colour = colours[Int(pixel)]
      rgb.append(colour.red)
      rgb.append(colour.green)
      rgb.append(colour.blue)
    }
    return PNGPicture.encode(frame.size, rgb: rgb)
  }

  /// Returns 0, or the error number.
  private func write(_ frame: Frame) -> Int32 {
    let file = Self.encode(frame, colours)
    var code = replace("latest.png", with: file)
    if code == 0 && frameCount > 0 {
      number += 1
      code = replace(Self.fileName(number), with: Self.marked(file))
      if number > frameCount { unlink("\(folder)/\(Self.fileName(number - frameCount))") }
    }
    return code
  }

  /// Replaces a file so that a reader sees the old file or the new one, never a part.
  private func replace(_ name: String, with bytes: [UInt8]) -> Int32 {
    tealight_replace_file(
      "\(folder)/\(name)", "\(folder)/.\(name).partial", bytes, bytes.count, 0, nil)
  }

  /// The chunk after the header of numbered frames: `tEXt`, `Software`, `tealight` (PNG 1.2,
  /// sections 3.2 and 4.2.3.1), with its length before it and its checksum after it.
  private static let mark: [UInt8] =
    [0, 0, 0, 17] + Array("tEXtSoftware\0tealight".utf8) + [0xB7, 0xBC, 0x57, 0x6A]
  /// The length of the signature and of the header, which is the same in every file.
  private static let markOffset = 8 + 25

  private static func marked(_ file: [UInt8]) -> [UInt8] {
    Array(file[..<markOffset]) + mark + Array(file[markOffset...])
  }

  /// Whether a file is a numbered frame of an earlier run, or empty, as after a power cut.
  private static func isOurs(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let beginning = readSmallFile(path, bytesMax: markOffset + mark.count)
    return status.st_size == 0 || beginning.dropFirst(markOffset).elementsEqual(mark)
  }

  private static func fileName(_ number: Int) -> String {
    let digits = String(number)
    return "frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  private static func numberedFiles(in folder: String) -> [String] {
    names(in: folder).filter { name in
      let digits = name.dropFirst("frame-".count).dropLast(".png".count)
      return Int(digits).map(fileName) == name
    }
  }

  /// Makes the folder and those above it.
  private static func make(_ folder: String) throws(DeviceError) {
    var path = ""
    for name in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += name
      if !path.isEmpty && mkdir(path, 0o755) != 0 && errno != EEXIST && errno != EISDIR { break }
      path += "/"
    }
    if access(path, W_OK | X_OK) != 0 {
      throw .unusable(
        device: folder, reason: text(of: errno), fix: "choose a folder that you can write to")
    }
  }
}
