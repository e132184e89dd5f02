import ArgumentParser
import Devices
import Glance
import MarketData
import Pixels
import SimulatedExchange
import State
import Tealight
import Typeface

/// `tealight snapshot`: one picture.
struct Snapshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw one picture of a page on a panel into a PNG file.",
    discussion: """
      The same seed draws the same picture. With a capture it is the picture at the capture's end.

        tealight snapshot glance.png --panel ssd1306 --language ko
        tealight snapshot end.png --capture session.txt --market KRW-BTC

      To draw a file of tealight record, use tealight replay:

        tealight replay day.rec --speed max --display png:FOLDER
      """)

  @Argument(help: "The PNG file to write.", completion: .file())
  var file: String

  @OptionGroup var options: PictureOptions

  @Flag(help: "Show what buttons do next, as just after a press.")
  var hint = false

  @Option(help: "A capture of Upbit's stream, in place of a seed.")
  var capture: String?

  func validate() throws { try WrittenFile.picture.check(file) }

  func run() throws {
    let surface = try options.surface()
    var desk = try capture.map { try self.desk(capture: $0) } ?? options.desk()
    try options.configure(&desk, binding: hint ? Binding() : nil)
    if capture == nil, let chart = desk.requirements.chart {
      SampleState.addChart(chart, to: &desk, seed: options.seed)
    }
    let theme = Theme(of: desk)
    let typeface = Typeface { complain($0) }
    var frame = Frame(surface.size)
    Pages(surface.wearing(theme), typesetter: typeface).draw(desk.scene, on: &frame)
    let picture = frame.enlarged(by: options.scale)
    try write(PNGDisplay.encode(picture, on: surface, theme: theme), to: file)
  }

  /// The desk at the end of a capture. The error for any other recording names the command that draws
  /// it.
  private func desk(capture: String) throws -> Desk {
    let bytes = try read(capture)
    let recording: Capture
    do throws(CaptureError) { recording = try Capture(bytes) } catch {
      throw ValidationError("--capture is \(capture), \(error); \(Self.otherwise)".onOneLine)
    }
    let code = options.code
    if let desk = SampleState.desk(capture: recording, code: code, language: options.language) {
      return desk
    }
    let known = SampleState.codes(in: recording).prefix(10).joined(separator: ", ")
    guard !known.isEmpty else {
      throw ValidationError(
        "--capture is \(capture); it has no market of Upbit; \(Self.otherwise)".onOneLine)
    }
    throw ValidationError(
      "--capture is \(capture), it has no market \"\(code ?? "")\"; there are \(known)".onOneLine)
  }

  private static let otherwise =
    "a capture contains data from Upbit's stream. To draw a file of tealight record, use "
    + "tealight replay FILE --speed max --display png:FOLDER"
}

extension Frame {
  /// The frame with each pixel as a square, which is `scale` pixels wide and high.
  fileprivate func enlarged(by scale: Int) -> Frame {
    var large = Frame(Size(size.width * scale, size.height * scale))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let square = Rect(x: x * scale, y: y * scale, width: scale, height: scale)
        large.fill(square, with: self[x, y])
      }
    }
    return large
  }
}
