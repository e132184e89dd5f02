import Pixels
import State
import Timing

/// Shows the slides of a page on one matrix of lights by turns, and scrolls slowly through a slide
/// that is too wide. Without a time it stands still at the beginning.
final class MatrixShow {
  /// How long a slide stands that has room, and how long a scrolled one rests at each end.
  static let dwellMilliseconds: Int64 = 4_000
  static let restMilliseconds: Int64 = 1_500
  /// How long a scrolled slide rests at a stop between its ends, and how long it takes for one column.
  static let stopMilliseconds: Int64 = 1_000
  static let stepMilliseconds: Int64 = 100

  /// Where the picture of a slide is: left of its letters, above them, or before them in time.
  private enum Arrangement {
    case beside, above, before
  }

  /// What the matrix shows at one time.
  private struct Card {
    var picture: MatrixPicture?
    var slide: MatrixSlide?
  }

  /// Letters in roles, beside each other.
  private struct Line {
    var runs: [(text: String, role: ColourRole, x: Int)] = []
    var letters: Lettering
    /// Without the last letter's own gap.
    var width = 0

    /// The columns of each letter, without its own gap.
    var cells: [Range<Int>] {
      runs.flatMap { run in
        var pen = run.x
        return run.text.unicodeScalars.map { letter in
          let left = pen
          pen += letters.width(String(letter))
          return left..<max(left, pen - 1)
        }
      }
    }
  }

  /// How wide a line may be.
  private enum Limit {
    /// The line fits in its lane.
    case lane
    /// The line is scrolled, so its figure is short.
    case brief
    case any
  }

  /// Fewer columns than these say nothing beside a picture.
  private static let leastColumns = 19

  private let surface: Surface
  private let arrangement: Arrangement
  /// The largest first.
  private let letterings: [Lettering]
  private let smallest = Lettering(DotGlyphs(.five))
  private var faces: FacePictures

  /// What the slides are about, which card is shown, and since when.
  private var subject: [String?] = []
  private var number = 0
  private var since: Int64 = 0
  /// When the picture changes although the slides do not.
  private(set) var deadline = Deadline.never

  init(_ surface: Surface, art: FaceArt?) {
    (self.surface, faces) = (surface, FacePictures(surface, art: art))
    let size = surface.size
    arrangement =
      size.width > size.height + Self.leastColumns
      ? .beside : size.height >= 15 ? .above : .before
    let scales = stride(from: size.height / BuiltInGlyphs.digitHeight, to: 1, by: -1)
    letterings =
      scales.map { Lettering(BuiltInGlyphs(scale: $0)) }
      + [Lettering(DotGlyphs(.seven)), smallest]
  }

  /// - Parameters:
  ///   - subject: what the slides are about: a new subject begins with its first slide.
  ///   - now: monotonic milliseconds; nil for a picture that stands still.
  func draw(
    _ slides: [MatrixSlide], of subject: [String?], at now: Int64?, on frame: inout Frame
  ) {
    frame.clear()
    let cards = cards(of: slides)
    guard !cards.isEmpty else { return }
    guard let now else { return draw(fitted(cards[0]), offset: 0, isResting: true, on: &frame) }
    if subject != self.subject {
      (self.subject, number, since) = (subject, 0, now)
    }
    number %= cards.count
    if now - since >= duration(of: cards[number]) {
      (number, since) = ((number + 1) % cards.count, now)
    }
    let card = cards[number]
    let stops = stops(of: card)
    let (offset, isResting, end) = position(after: now - since, stops)
    draw(card, offset: offset, isResting: isResting, on: &frame)
    deadline = stops.count == 1 && cards.count == 1 ? .never : Deadline(since + end)
  }

  /// Closes eyes that are open, or opens them again, from the next picture on.
  func blink(_ isClosed: Bool) { faces.blink(isClosed) }

  /// Whether one of the slides has a face whose eyes are open when it does not blink.
  func canBlink(_ slides: [MatrixSlide]) -> Bool {
    surface.size.height >= Face.smallestSide
      && slides.contains { slide in
        guard case .face(let face)? = slide.picture else { return false }
        return faces.canBlink(face)
      }
  }

  private func duration(of card: Card) -> Int64 {
    let stops = stops(of: card)
    return stops.count == 1
      ? Self.dwellMilliseconds : position(after: .max, stops).end
  }

  /// By how many columns letters have moved after some time, whether they rest there, and until when.
  private func position(
    after milliseconds: Int64, _ stops: [Int]
  ) -> (offset: Int, isResting: Bool, end: Int64) {
    guard stops.count > 1 else { return (0, true, Self.dwellMilliseconds) }
    var end: Int64 = 0
    for (stop, next) in zip(stops, stops.dropFirst()) {
      end += stop == 0 ? Self.restMilliseconds : Self.stopMilliseconds
      if milliseconds < end { return (stop, true, end) }
      let step = (milliseconds - end) / Self.stepMilliseconds + 1
      if step < next - stop {
        return (stop + Int(step), false, end + step * Self.stepMilliseconds)
      }
      end += Int64(next - stop - 1) * Self.stepMilliseconds
    }
    return (stops.last!, true, end + Self.restMilliseconds)
  }

  /// Where letters that are too wide rest, in columns that they have moved. Each stop begins with the
  /// first letter that was cut at the stop before.
  private func stops(of card: Card) -> [Int] {
    var stops = [0]
    guard let slide = card.slide else { return stops }
    let lane = lane(of: card)
    let line = line(slide, in: lane)
    guard line.width > lane.width else { return stops }
    for cell in line.cells where cell.upperBound - stops.last! > lane.width {
      stops.append(max(cell.lowerBound, stops.last! + 1))
    }
    return stops
  }

  private func cards(of slides: [MatrixSlide]) -> [Card] {
    guard arrangement == .before else {
      return slides.map { Card(picture: $0.picture, slide: $0) }
    }
    var last: MatrixPicture?
    return slides.filter { !$0.isDetail }.flatMap { slide in
      var words = slide
      words.footer = nil
      var pictures = slide.picture.map { [$0] } ?? []
      if slide.names.isEmpty {
        // An arrow before digits would take the room of two of them.
        words.direction = .still
        if slide.hasArrow, pictures.isEmpty || slide.lacksSign {
          pictures.append(.arrow(slide.direction, role: slide.direction))
        }
      }
      let isShown = last != nil && pictures.first == last
      last = pictures.first
      return pictures.dropFirst(isShown ? 1 : 0).map { Card(picture: $0) } + [Card(slide: words)]
    }
  }

  /// The card with the best name that leaves room for its figure, or with none: a picture that stands
  /// still is not scrolled.
  private func fitted(_ card: Card) -> Card {
    var fitted = card
    while let names = fitted.slide?.names, !names.isEmpty, stops(of: fitted).count > 1 {
      fitted.slide?.names.removeFirst()
    }
    return fitted
  }

  private func draw(_ card: Card, offset: Int, isResting: Bool, on frame: inout Frame) {
    let lane = lane(of: card)
    card.picture?.draw(in: pictureRect(of: card), face: drawFace, on: &frame)
    guard let slide = card.slide else { return }
    drawFooter(of: card, slide, on: &frame)
    let line = line(slide, in: lane)
    let height = line.letters.ascent
    var letters = Frame(Size(max(1, lane.width), surface.size.height))
    // Beside a picture it begins there; alone it is in the middle.
    let isAlone = card.picture == nil || arrangement == .above
    let left = isAlone ? max(0, lane.width - line.width) / 2 : 0
    for run in line.runs {
      letters.write(
        run.text, x: left + run.x - offset, baseline: lane.y + (lane.height - height) / 2 + height,
        role: run.role, in: line.letters)
    }
    // Letters at rest are read, so a letter that is cut is not shown.
    let cut = line.cells.first {
      left + $0.lowerBound - offset < lane.width && left + $0.upperBound - offset > lane.width
    }
    if isResting, let cut, cut.lowerBound > offset {
      let x = left + cut.lowerBound - offset
      letters.fill(
        Rect(x: x, y: 0, width: lane.width - x, height: letters.size.height), with: 0)
    }
    frame.blit(letters, x: lane.x, y: 0)
  }

  /// Draws the range below the letters, and the arrow at its right.
  private func drawFooter(of card: Card, _ slide: MatrixSlide, on frame: inout Frame) {
    guard let footer = slide.footer, footerHeight > 0 else { return }
    let lane = lane(of: card)
    let height = max(1, surface.size.height / 8)
    let arrow = slide.hasArrow ? 2 * footerHeight - 1 : 0
    footer(
      Rect(
        x: lane.x, y: surface.size.height - height, width: lane.width - arrow - min(1, arrow),
        height: height), surface.depth, &frame)
    guard slide.hasArrow else { return }
    let rect = Rect(
      x: lane.right - arrow, y: surface.size.height - footerHeight, width: arrow,
      height: footerHeight)
    frame.arrow(in: rect, isUp: slide.direction == .rise, with: slide.direction.pixel())
  }

  /// Rows of the range and the arrow beside it; 0 where they have no room.
  private var footerHeight: Int {
    surface.size.height < 8 || arrangement != .beside ? 0 : surface.size.height / 4
  }

  private func pictureRect(of card: Card) -> Rect {
    guard let picture = card.picture else { return .none }
    let size = surface.size
    switch arrangement {
    case .before: return Rect(size)
    case .above:
      let rows = size.height - 8
      let width = picture.isWide ? size.width : min(size.width, picture.width(rows: rows))
      return Rect(x: (size.width - width) / 2, y: 0, width: width, height: rows)
    case .beside:
      // A chart leaves room for the change.
      let width =
        picture.isWide
        ? max(size.height, size.width - smallest.width("▲88.88%"))
        : picture.width(rows: size.height)
      return Rect(x: 0, y: 0, width: width, height: size.height)
    }
  }

  /// Where the letters are.
  private func lane(of card: Card) -> Rect {
    let size = surface.size
    let picture = pictureRect(of: card)
    switch arrangement {
    case .before: return Rect(size)
    case .above:
      return picture.isEmpty
        ? Rect(size) : Rect(x: 0, y: size.height - 7, width: size.width, height: 7)
    case .beside:
      let left = picture.isEmpty ? 0 : picture.right + 1
      let footer = card.slide?.footer == nil || footerHeight == 0 ? 0 : footerHeight + 1
      return Rect(x: left, y: 0, width: size.width - left, height: size.height - footer)
    }
  }

  /// The slide in the largest letters that have room for enough of it, else in scrolled letters.
  private func line(_ slide: MatrixSlide, in lane: Rect) -> Line {
    for letters in letterings where letters.ascent <= lane.height {
      if let line = line(slide, letters, lane, .lane) { return line }
    }
    let usual = letterings.suffix(2).first!
    let choices =
      lane.height < 7 ? [smallest] : lane.width < Self.leastColumns ? [smallest, usual] : [usual]
    // The smallest letters have no other script.
    let words = if case .words(let words) = slide.figure { words } else { "" }
    let letters = choices.first { $0.canSpell(words) } ?? choices[0]
    return line(slide, letters, lane, .brief) ?? line(slide, letters, lane, .any)
      ?? Line(letters: letters)
  }

  /// Nil if the line is wider than `limit` allows, or if the letters lack one that it needs.
  private func line(
    _ slide: MatrixSlide, _ letters: Lettering, _ lane: Rect, _ limit: Limit
  ) -> Line? {
    let isPictured = if case .arrow? = slide.picture { true } else { false }
    let hasArrow =
      slide.hasArrow && !isPictured && (slide.footer == nil || footerHeight == 0)
    let arrows = slide.direction == .rise ? ["↑", "▲"] : ["↓", "▼"]
    for arrow in hasArrow ? arrows : [""] {
      if let line = line(slide, arrow, letters, lane, limit) { return line }
    }
    return nil
  }

  private func line(
    _ slide: MatrixSlide, _ arrow: String, _ letters: Lettering, _ lane: Rect, _ limit: Limit
  ) -> Line? {
    func isKnown(_ text: String) -> Bool {
      let extent = letters.extent(text)
      return letters.canSpell(text) && extent.above + extent.below <= max(lane.height, 8)
    }
    var line = Line(letters: letters)
    var pen = 0
    func add(_ text: String, _ role: ColourRole, gap: Int = 0) {
      line.runs.append((text, role, pen))
      pen += letters.width(text) + gap
    }
    if let name = slide.names.first(where: { !$0.isEmpty && isKnown($0) }) {
      add(name, .dim, gap: letters.ascent / 5)
    }
    add(arrow, slide.role == .text ? slide.direction : slide.role)
    // The last letter's own gap may hang over the edge.
    let room =
      switch limit {
      case .lane: lane.width + 1 - pen
      case .brief: letters.width("888888")
      case .any: Int.max
      }
    let isWords = if case .words = slide.figure { true } else { false }
    guard
      let text = slide.figure.text(fits: {
        letters.width($0) <= room && (isKnown($0) || isWords && limit == .any)
      })
    else { return nil }
    add(text, slide.role)
    line.width = max(0, pen - 1)
    return line
  }

  private func drawFace(_ face: Face, in rect: Rect, on frame: inout Frame) {
    let side = min(rect.width, rect.height)
    guard side >= Face.smallestSide else { return }
    frame.blit(
      faces.picture(of: face, side: side), x: rect.x + (rect.width - side) / 2,
      y: rect.y + (rect.height - side) / 2)
  }
}

extension MatrixSlide {
  fileprivate var hasArrow: Bool { direction == .rise || direction == .fall }

  /// Whether neither the figure nor the picture says the direction: a face or a chart is about more
  /// than the change.
  fileprivate var lacksSign: Bool {
    guard case .change = figure else { return false }
    if case .arrow = picture { return false }
    return true
  }
}
