import CFreetype
import Glibc
import Pixels

/// FreeType in, glyphs out: Spleen for one bit, Inter for smooth edges, Roboto Condensed for prices,
/// NanumBarunGothic for smooth Hangul and for sizes between those of Unifont, which has what others lack.
/// Fonts are opened when first needed; a missing one is reported once and not used.
public final class Typeface: Typesetter {
  /// Where Debian's packages put fonts.
  public static let debianFolder = "/usr/share/fonts"

  /// The packages whose fonts cannot be read, and what is drawn with instead.
  /// - Parameter hasHangul: whether Hangul is written.
  public static func missing(
    in folder: String = debianFolder, hasHangul: Bool
  ) -> [(package: String, substitute: String)] {
    let names = [FontShelf.Name.spleen(.w8), .interBold, .robotoCondensedBold, .unifont]
    return (names + (hasHangul ? [.nanumBarun] : [])).filter {
      access("\(folder)/\($0.path)", R_OK) != 0
    }.map { ($0.package, $0.substitute) }
  }

  private let fonts: FontShelf
  private var letterings: [LetterFace: Lettering] = [:]
  /// How many bytes all letters that are kept take.
  private(set) var bytes = 0
  /// Room for several times the letters of one panel in all its sizes. Beyond it, all are drawn again.
  private let bytesMax: Int

  /// - Parameters:
  ///   - bytesMax: how many bytes the letters may take; before they take more, all are dropped.
  ///   - report: takes one line for each font that is missing: it names the package to install.
  public init(
    folder: String = Typeface.debianFolder, bytesMax: Int = 1 << 20,
    report: @escaping (String) -> Void
  ) {
    self.bytesMax = bytesMax
    fonts = FontShelf(folder: folder, report: report)
  }

  public func lettering(_ face: LetterFace) -> Lettering {
    if let known = letterings[face] { return known }
    let lettering = Lettering(open(face)) { [weak self] in self?.count($0) }
    letterings[face] = lettering
    return lettering
  }

  /// Counts a letter before it is kept.
  private func count(_ added: Int) {
    bytes += added
    guard bytes > bytesMax else { return }
    for lettering in letterings.values { lettering.forget() }
    bytes = added
  }

  /// Below this, smooth edges look blurred: every depth gets whole pixels.
  private static let smoothDigitHeight = 9
  /// From here on one bit is enough for letters that were not drawn dot by dot.
  private static let crispDigitHeight = 23

  private func open(_ face: LetterFace) -> any Glyphs {
    if face.hangulIsLow {
      var tall = face
      tall.hangulIsLow = false
      return LowHangulGlyphs(others: lettering(tall))
    }
    if face.weight == .condensedBold, face.depth == .mono {
      // Outlines are ragged in one bit: digits are drawn by hand.
      let others = lettering(digitHeight: face.digitHeight, weight: .bold, depth: .mono)
      return DigitGlyphs(digitHeight: face.digitHeight, others: others) ?? others
    }
    let isBold = face.weight != .regular
    let builtIn = BuiltInGlyphs(scale: max(1, face.digitHeight / BuiltInGlyphs.digitHeight))
    let spleen = Spleen.largest(digitHeight: face.digitHeight)
    let isCrisp = face.depth == .mono
    let primary: SizedFont?
    if isCrisp ? isBetweenSizes(face, of: spleen) : face.digitHeight >= Self.smoothDigitHeight {
      let condensed = face.weight == .condensedBold ? fonts.font(.robotoCondensedBold) : nil
      primary = (condensed ?? fonts.font(isBold ? .interBold : .inter)).flatMap {
        SizedFont($0, digitHeight: face.digitHeight, isCrisp: isCrisp)
      }
    } else {
      primary = spleen.flatMap { spleen in
        fonts.font(.spleen(spleen)).map {
          SizedFont(
            $0, pixels: spleen.pixels, ascent: spleen.digitHeight,
            widening: isBold ? spleen.rawValue / 12 : 0)
        }
      }
    }
    let height = primary?.ascent ?? builtIn.ascent
    // Unifont's Hangul stands thirteen rows high at 16: it is as large as digits are, and not larger.
    let scale = max(1, height / 13)
    let unifontIsLow = height - 13 * scale > height / 4
    return FontGlyphs(
      primary: primary, builtIn: builtIn,
      hangul: { [fonts] in
        guard !isCrisp || unifontIsLow,
          let font = fonts.font(isBold ? .nanumBarunBold : .nanumBarun)
        else { return nil }
        return SizedFont(hangul: font, digitHeight: height, isCrisp: isCrisp)
      },
      missing: { [fonts] in
        // Signs that Spleen lacks are as tall as its digits where Unifont's are much lower.
        let hasSigns = isCrisp && face.digitHeight >= Spleen.w12.digitHeight
        let inter = hasSigns ? fonts.font(isBold ? .interBold : .inter) : nil
        let signs = inter.flatMap {
          SizedFont($0, digitHeight: face.digitHeight, isCrisp: true)
        }
        let hangul = fonts.font(.unifont).map {
          SizedFont(
            $0, pixels: 16 * scale, ascent: 10 * scale,
            widening: isBold && face.digitHeight >= 10 ? scale : 0)
        }
        return [signs, hangul].compactMap { $0 }
      })
  }

  /// Spleen's next smaller size would waste an eighth of the room. Its bold has no thin stem.
  private func isBetweenSizes(_ face: LetterFace, of spleen: Spleen?) -> Bool {
    guard face.weight == .bold, let spleen else { return false }
    return face.digitHeight >= Self.crispDigitHeight
      || spleen.digitHeight * 8 < face.digitHeight * 7
  }
}

/// The exact sizes that Spleen is drawn in.
enum Spleen: Int, CaseIterable {
  case w6 = 6
  case w8 = 8
  case w12 = 12
  case w16 = 16
  case w32 = 32

  var pixels: Int { rawValue * 2 }

  var digitHeight: Int {
    switch self {
    case .w6: 8
    case .w8: 10
    case .w12: 15
    case .w16: 20
    case .w32: 40
    }
  }

  static func largest(digitHeight: Int) -> Spleen? {
    allCases.last { $0.digitHeight <= digitHeight }
  }
}
