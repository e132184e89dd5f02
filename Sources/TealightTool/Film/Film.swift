import ArgumentParser
import Glance
import MarketData
import Pixels
import State

/// `tealight film`: an animated picture.
struct Film: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a film of a panel into an animated PNG file.",
    discussion: """
      The film plays in real time and repeats. The same seed draws the same film.

        tealight film minute.png
        tealight film oled.png --panel ssd1306 --scale 4 --seconds 20
        tealight film pages.png --command next-market@15 --command show-chart@30
      """)

  private static let secondsRange = 1...600

  @Argument(help: "The PNG file to write.", completion: .file())
  var file: String

  @OptionGroup var options: PictureOptions

  @Option(help: "The length in seconds.")
  var seconds = 60

  @Option(
    help: "A command and its second, as in next-market@12. May be repeated.",
    transform: { try FilmCue($0) })
  var command: [FilmCue] = []

  func validate() throws {
    guard Self.secondsRange ~= seconds else {
      throw ValidationError(
        "--seconds is \(seconds); it must be from 1 to \(Self.secondsRange.upperBound)")
    }
    if let late = command.first(where: { $0.second >= seconds }) {
      throw ValidationError(
        "\(late.command.name) is at second \(late.second), but the film ends at second \(seconds)")
    }
    try WrittenFile.picture.check(file)
  }

  func run() throws {
    let film = try film()
    let bytes = film.file
    try write(bytes, to: file)
    print("\(file): \(seconds) seconds, \(film.frameCount) frames, \(bytes.count) bytes".onOneLine)
  }

  func film() throws -> AnimatedPNG {
    var film = AnimatedPNG(try options.surface().size, scale: options.scale)
    try play { try film.show($0, in: $1) }
    return film
  }

  /// Shows the picture of each tenth of a second, with the colour of each pixel value in it.
  func play(_ show: (Frame, [Colour]) throws -> Void) throws {
    var screen = FilmScreen(try options.surface())
    var desk = try options.desk()
    try options.configure(&desk, binding: Binding())
    var stream = SampleStream(seed: options.seed)
    // The first two seconds are not in the film: the commands that made the desk leave a hint on it.
    for tenth in -20..<seconds * 10 {
      let now = SampleState.moment + Int64(tenth + 20) * 100
      stream.advance(&desk, to: now)
      for cue in command where cue.second * 10 == tenth {
        desk.apply(.command(cue.command))
      }
      guard tenth >= 0 else { continue }
      screen.show(desk, at: now)
      try show(screen.frame, screen.look)
    }
  }
}
