import MarketData
import Pixels
import State

/// One of the things that a page says on a matrix of lights, which has room for one at a time.
struct MatrixSlide {
  /// What is said in letters.
  enum Figure {
    case words(String)
    /// With four digits at least, so that small moves are seen.
    case price(Double?, decimals: Int, isRough: Bool = false)
    /// A price that somebody has chosen, without zeros at its end.
    case level(Double?, decimals: Int)
    /// Without its sign, which is the slide's direction.
    case change(Double?)
    case signedChange(Double?)
    case share(Double?)
    case size(Double?)
  }

  /// What is drawn along the bottom.
  typealias Footer = (Rect, Depth, inout Frame) -> Void

  var picture: MatrixPicture?
  /// Names of what the figure is about: the first one that the letters can spell stands before it.
  var names: [String] = []
  var figure: Figure
  var role = ColourRole.text
  /// Rise or fall: an arrow in that role; nothing for others.
  var direction = ColourRole.still
  var footer: Footer?
  /// Whether the slide is left out on a matrix that has hardly room for one figure.
  var isDetail = false
}

extension MatrixSlide {
  /// How something went: an arrow, and how far.
  static func change(
    _ change: Double?, of names: [String] = [], isOld: Bool = false,
    picture: MatrixPicture? = nil, footer: Footer? = nil
  ) -> MatrixSlide {
    let way = ColourRole(change: change)
    // The direction of an old change says nothing about now: it has a sign, and no arrow.
    let usual = isOld ? old : names.isEmpty ? .arrow(way, role: way) : nil
    return MatrixSlide(
      picture: picture ?? usual, names: names,
      figure: isOld ? .signedChange(change) : .change(change), role: isOld ? .dim : way,
      direction: isOld ? .still : way, footer: footer)
  }

  static func money(_ money: Money?, of names: [String] = [], isOld: Bool = false) -> MatrixSlide {
    MatrixSlide(
      names: names,
      figure: .price(
        money?.amount, decimals: money?.decimals ?? 0, isRough: money?.mark.isRough ?? false)
    ).marked(old: isOld)
  }

  /// The slide, marked as old if it is.
  func marked(old isOld: Bool) -> MatrixSlide {
    guard isOld else { return self }
    var slide = self
    (slide.picture, slide.role, slide.direction) = (Self.old, .dim, .still)
    return slide
  }

  /// Stands before a figure that is old: lights of one colour cannot be dim.
  static let old = MatrixPicture.link(.stale)

  /// The slide of a page that has nothing to show: the page's title beside a face that waits.
  static func empty(_ title: PageTitle, isLost: Bool = false) -> [MatrixSlide] {
    [
      MatrixSlide(
        picture: .face(Face(isLost ? .lost : .asleep)),
        figure: .words("\(title.english) \(NumberFormatter.unknown)"), role: .dim)
    ]
  }
}

extension MatrixSlide.Figure {
  private static var numbers: NumberFormatter { NumberFormatter(words: .english) }

  /// The figure as text, as long as `fits` allows; nil if too few digits would be left.
  func text(fits: (String) -> Bool) -> String? {
    let whole = format { _ in true }
    let needed = min(leastDigits, isExact ? whole.exactDigits : whole.significantDigits)
    let text = format { $0.significantDigits >= needed && fits($0) }
    return text.isEmpty || text.significantDigits < needed ? nil : text
  }

  /// Whether zeros at its end say nothing.
  private var isExact: Bool { if case .level = self { true } else { false } }

  /// How many digits the figure keeps at least, if it has so many.
  private var leastDigits: Int {
    switch self {
    case .words: .max
    case .price, .level: 4
    case .change(let change): abs(change ?? 0) < 0.01 ? 1 : 2
    case .signedChange, .share, .size: 2
    }
  }

  private func format(_ fits: (String) -> Bool) -> String {
    let numbers = Self.numbers
    switch self {
    case .words(let words): return fits(words) ? words : ""
    case .price(let price, let decimals, let isRough):
      let about = isRough ? "~" : ""
      let text = numbers.price(price, decimals: decimals) { fits(about + $0) }
      return text.isEmpty || text == NumberFormatter.unknown ? text : about + text
    case .level(let price, let decimals):
      return numbers.price(price, decimals: decimals) { fits($0.withoutZeros) }.withoutZeros
    case .change(let change):
      return numbers.change(change) { fits($0.withoutSign) }.withoutSign
    case .signedChange(let change): return numbers.change(change, fits: fits)
    case .share(let share): return numbers.share(share, fits: fits)
    case .size(let size): return numbers.sizes([size ?? .nan], fits: fits)[0]
    }
  }
}

extension String {
  /// How many significant digits the number has without the zeros at its end.
  fileprivate var exactDigits: Int {
    let digits = utf8.filter { (0x30...0x39).contains($0) }.drop { $0 == 0x30 }
    return digits.lastIndex { $0 != 0x30 }.map { $0 - digits.startIndex + 1 } ?? 0
  }

  /// The number without zeros at the end of its decimals.
  fileprivate var withoutZeros: String {
    guard let point = firstIndex(of: "."),
      let end = self[point...].lastIndex(where: { $0 == "." || $0.isNumber })
    else { return self }
    var digits = self[...end]
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return String(digits) + self[index(after: end)...]
  }

  fileprivate var withoutSign: String {
    hasPrefix("+") || hasPrefix("−") ? String(dropFirst()) : self
  }
}
