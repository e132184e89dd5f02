import Pixels
import State

/// The paper of a page that is no glance: a header, a body of rows, and on a circle a footer, with
/// the letters for a surface in one language. Nothing that is shown moves them.
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
  /// Those of other sizes: pages ask for the same ones with every picture.
  private var others: [LetterSize: Lettering] = [:]

  private struct LetterSize: Hashable {
    var digitHeight: Int
    var weight: Weight
  }

  let header: Rect
  let body: Rect
  /// Below the body of a circle; empty elsewhere.
  let footer: Rect
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
    // Wide panels have more room for a line than for another.
    let rows = size.width * 2 >= size.height * 3 ? size.height * 7 / 5 : size.height
    let usual = min(size.width / 13, rows / 15)
    let digitHeight = max(7, surface.outline == .circle ? usual * 7 / 8 : usual)
    let (words, typesetter) = language.words(
      on: surface, from: typesetter, digitHeight: digitHeight)
    numbers = NumberFormatter(words: words)
    self.typesetter = typesetter
    self.marks = Marks(marks, typesetter, surface.depth)
    func letters(_ height: Int, _ weight: Weight = .regular) -> Lettering {
      Lettering(typesetter.glyphs(digitHeight: height, weight: weight, depth: surface.depth))
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
      let reach = Int((Double(radius * radius - half * half)).squareRoot()) - max(2, short / 40)
      let middle = (x: size.width / 2, y: size.height / 2)
      body = Rect(x: middle.x - reach, y: middle.y - half, width: 2 * reach, height: 2 * half)
      func segment(_ y: Int, _ height: Int) -> Rect {
        let far = max(abs(y - middle.y), abs(y + height - middle.y)) + 2
        let reach = Int(Double(max(0, radius * radius - far * far)).squareRoot())
        return Rect(x: middle.x - reach, y: y, width: 2 * reach, height: height)
      }
      header = segment(body.y - space - headerHeight, headerHeight)
      footer = segment(body.bottom + space, headerHeight)
      return
    }
    let inside = surface.inside
    header = Rect(x: inside.x, y: inside.y, width: inside.width, height: headerHeight)
    body = Rect(
      x: inside.x, y: header.bottom + space, width: inside.width,
      height: max(0, inside.bottom - header.bottom - space))
    footer = .none
  }

  func letters(_ digitHeight: Int, _ weight: Weight = .regular) -> Lettering {
    let size = LetterSize(digitHeight: digitHeight, weight: weight)
    if let known = others[size] { return known }
    let made = Lettering(
      typesetter.glyphs(digitHeight: digitHeight, weight: weight, depth: depth))
    others[size] = made
    return made
  }

  /// The lines that the body has room for, from its top, spread over all of it.
  /// - Parameters:
  ///   - holdWords: whether letters of words stand on them, and not digits alone.
  ///   - count: no more than so many; nil for as many as there is room for.
  ///   - letters: what they are written in; nil for `text`.
  func rows(
    ofWords holdWords: Bool, count: Int? = nil, letters: Lettering? = nil
  ) -> [Rect] {
    rows(in: body, ofWords: holdWords, count: count, letters: letters)
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
    // What is left over goes between the lines, but does not tear them apart.
    let step =
      shown == 1 ? least : min(least * 3 / 2, max(least, (rect.height - height) / (shown - 1)))
    return (0..<shown).map {
      Rect(x: rect.x, y: rect.y + $0 * step, width: rect.width, height: height)
    }
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

  /// What the market is called in letters that there are.
  func name(of statusHeader: StatusHeader) -> String {
    words.language == language ? statusHeader.name : statusHeader.code
  }

  func status(of statusHeader: StatusHeader, isShort: Bool = true) -> LinkStatus {
    LinkStatus(statusHeader, numbers, small, on: surface, isShort: isShort)
  }
}
