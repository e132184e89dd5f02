import Pixels
import State

/// The layout of all pages but the glance: a header, a body of rows, and on a circle a footer, with the
/// letters for a surface in one language. What a page shows moves none of them.
final class PageLayout {
  let surface: Surface
  let language: Language
  let numbers: NumberFormatter
  let typesetter: any Typesetter
  let marks: Marks
  /// Letters of the header, of rows, of what counts most in a row, and of what may be read last.
  let title: Lettering
  let text: Lettering
  let strong: Lettering
  let small: Lettering

  let header: Rect
  let body: Rect
  /// Where pages that are rows alone have them: on a circle it is higher than the body, and as wide as
  /// the circle, whose chord cuts each row.
  let rowsArea: Rect
  /// Below the body of a circle; empty elsewhere.
  let footer: Rect
  /// Below the body, where dots say which page this is; empty where they stand in the header, and on a
  /// circle, whose rim has them.
  let dots: Rect
  /// Rows from a line of numbers to the next, and from a line of words to the next.
  let pitch: Int
  let wordPitch: Int

  /// The words that can be written here: English where the language's own cannot.
  var words: Strings { numbers.words }
  var depth: Depth { surface.depth }
  var isRound: Bool { surface.outline == .circle }
  /// Columns between two texts of a row.
  var gap: Int { text.ascent * 2 / 3 }

  init(
    _ surface: Surface, _ language: Language, typesetter: any Typesetter, marks: MarkArt? = nil
  ) {
    self.surface = surface
    self.language = language
    let size = surface.size
    // Wide panels have room for longer lines, rather than for more lines.
    let rows = size.width * 2 >= size.height * 3 ? size.height * 7 / 5 : size.height
    let usual = min(size.width / 13, rows / 15)
    let digitHeight = max(7, surface.outline == .circle ? usual * 7 / 8 : usual)
    let (words, typesetter) = language.words(
      on: surface, from: typesetter, digitHeight: digitHeight)
    numbers = NumberFormatter(words: words)
    self.typesetter = typesetter
    self.marks = Marks(marks, typesetter, surface.depth)
    func letters(_ height: Int, _ weight: Weight = .regular) -> Lettering {
      typesetter.lettering(digitHeight: height, weight: weight, depth: surface.depth)
    }
    text = letters(digitHeight)
    strong = letters(text.ascent, .bold)
    title = strong
    small = letters(max(7, text.ascent * 3 / 4))
    pitch = Self.pitch(of: text)
    wordPitch = max(pitch, words.lineHeight + 1)

    let short = surface.shortSide
    let headerHeight = max(title.ascent, words.lineHeight)
    let space = max(2, short / (surface.depth == .mono ? 28 : 22))
    if surface.outline == .circle {
      // The body is as wide as the circle is on all of its rows; the header and the footer are in
      // the segments above and below it.
      let radius = short / 2
      let half = radius * 58 / 100
      let gap = max(2, short / 30)
      // The header's letters need a chord of their own.
      let tall = max(half, min(radius * 7 / 10, radius * 7 / 8 - gap - headerHeight))
      let reach = Int((Double(radius * radius - half * half)).squareRoot()) - max(2, short / 40)
      let middle = (x: size.width / 2, y: size.height / 2)
      body = Rect(x: middle.x - reach, y: middle.y - half, width: 2 * reach, height: 2 * half)
      rowsArea = Rect(
        x: middle.x - radius, y: middle.y - tall, width: 2 * radius, height: 2 * tall)
      func segment(_ y: Int, _ height: Int) -> Rect {
        let far = max(abs(y - middle.y), abs(y + height - middle.y)) + 2
        let reach = Int(Double(max(0, radius * radius - far * far)).squareRoot())
        return Rect(x: middle.x - reach, y: y, width: 2 * reach, height: height)
      }
      header = segment(rowsArea.y - gap - headerHeight, headerHeight)
      // No tails of letters hang into the gap there.
      footer = segment(rowsArea.bottom + gap / 2, headerHeight)
      dots = .none
      return
    }
    let inside = surface.inside
    header = Rect(x: inside.x, y: inside.y, width: inside.width, height: headerHeight)
    let side = PositionDots.side(beside: small)
    let margin = size.height - inside.bottom
    let hasDots = margin >= side + 3
    let top = inside.bottom + (margin - side + 1) / 2
    dots = hasDots ? Rect(x: inside.x, y: top, width: inside.width, height: side) : .none
    // Tails of letters and colours of rows hang below the body, and two rows are free.
    let bottom = inside.bottom - (hasDots ? side + 1 : 0)
    body = Rect(
      x: inside.x, y: header.bottom + space, width: inside.width,
      height: max(0, bottom - header.bottom - space))
    rowsArea = body
    footer = .none
  }

  func letters(_ digitHeight: Int, _ weight: Weight = .regular) -> Lettering {
    typesetter.lettering(digitHeight: digitHeight, weight: weight, depth: depth)
  }

  /// The largest bold letters in which the text fits the room; the smallest where none does.
  func largest(_ text: String, in room: Size) -> Lettering {
    typesetter.largest(text, in: room, depth)
  }

  /// The letters of columns of digits, and those that follow if there is no room: condensed letters come
  /// before small ones that are hard to read.
  var columnLetters: [Lettering] {
    let isReadable = text.ascent < 10 || small.ascent >= 10
    return [text] + (isReadable ? [] : [letters(text.ascent, .condensedBold)]) + [small]
  }

  /// The lines that the body has room for, from its top, spread over all of it.
  /// - Parameters:
  ///   - holdWords: whether letters of words stand on them, and not digits alone.
  ///   - count: no more than so many; nil for as many as there is room for.
  ///   - letters: what they are written in; nil for `text`.
  func rows(
    ofWords holdWords: Bool, count: Int? = nil, letters: Lettering? = nil
  ) -> [Rect] {
    rows(in: rowsArea, ofWords: holdWords, count: count, letters: letters)
  }

  func rows(
    in rect: Rect, ofWords holdWords: Bool, count: Int? = nil, letters: Lettering? = nil
  ) -> [Rect] {
    let letters = letters ?? text
    let height = max(letters.ascent, words.lineHeight)
    // Units of numbers are words, too, but seldom there.
    let least = holdWords ? wordPitch(of: letters) : max(Self.pitch(of: letters), height)
    let room = max(0, (rect.height - height) / least + (rect.height < height ? 0 : 1))
    let shown = min(room, count ?? room)
    guard shown > 0 else { return [] }
    // Spare rows go between the lines, but not so many that they tear the lines apart.
    let step =
      shown == 1 ? least : min(least * 3 / 2, max(least, (rect.height - height) / (shown - 1)))
    return (0..<shown).map {
      inscribed(Rect(x: rect.x, y: rect.y + $0 * step, width: rect.width, height: height))
    }
  }

  /// The part of a row that lies on a circle; elsewhere all of it.
  /// - Parameter margin: columns that stay free at the rim; nil for as many as letters need.
  func inscribed(_ row: Rect, margin: Int? = nil) -> Rect {
    guard isRound else { return row }
    let margin = margin ?? max(2, surface.shortSide / 40)
    let (radius, middle) = (surface.shortSide / 2, surface.size.height / 2)
    let far = max(abs(row.y - middle), abs(row.bottom - middle)) + 1
    let reach = Int(Double(max(0, radius * radius - far * far)).squareRoot()) - margin
    let centre = surface.size.width / 2
    let (left, right) = (max(row.x, centre - reach), min(row.right, centre + reach))
    return Rect(x: left, y: row.y, width: max(0, right - left), height: row.height)
  }

  /// Columns of the narrowest row.
  var rowsWidth: Int {
    inscribed(Rect(x: rowsArea.x, y: rowsArea.y, width: rowsArea.width, height: 1)).width
  }

  /// As wide as the narrowest row, so that digits of a column stand under each other.
  func aligned(_ row: Rect) -> Rect {
    guard isRound else { return row }
    let width = rowsWidth
    return Rect(
      x: (surface.size.width - width) / 2, y: row.y, width: width, height: row.height)
  }

  /// The rest of a body for rows; on a circle it goes down to the footer.
  func widened(_ rest: Rect) -> Rect {
    guard isRound else { return rest }
    return Rect(
      x: body.x, y: rest.y, width: body.width, height: rowsArea.bottom - rest.y)
  }

  static func pitch(of letters: Lettering) -> Int {
    letters.ascent + max(2, letters.ascent / 2 - 1)
  }

  func wordPitch(of letters: Lettering) -> Int {
    max(Self.pitch(of: letters), words.lineHeight + 1)
  }

  /// Letters of lines that explain: small ones where they are well read.
  var factLetters: Lettering { small.ascent < 10 ? text : small }

  /// The row that letters of a line stand on.
  func baseline(of row: Rect) -> Int {
    row.bottom - max(0, min(words.tail, row.height - text.ascent))
  }

  /// What the market is called: by its name, or by its code if the letters of the language are missing.
  func name(of statusHeader: StatusHeader) -> String {
    words.language == language ? statusHeader.name : statusHeader.code
  }

  /// Names of the market, the longest first: in full, without the quote, without the exchange, and
  /// last the code of what is traded.
  func names(of statusHeader: StatusHeader) -> [String] {
    let name = name(of: statusHeader)
    let short = String(name.prefix { $0 != "/" && $0 != " " })
    return [name, name.withoutQuote, short, statusHeader.base]
  }

  func status(of statusHeader: StatusHeader, isShort: Bool = true) -> LinkStatus {
    let rect = isRound ? footer : header
    return LinkStatus(
      statusHeader, numbers, small, on: surface, room: rect.width,
      baseline: rect.bottom - words.tail, isShort: isShort)
  }
}
