import CFreetype

/// The font files, opened when first asked for and then kept, and the library that reads them.
final class FontShelf {
  enum Name: Hashable {
    case inter
    case interBold
    case robotoCondensedBold
    case unifont
    case nanumBarun
    case nanumBarunBold
    case spleen(Spleen)

    var path: String {
      switch self {
      case .inter: "opentype/inter/Inter-Medium.otf"
      case .interBold: "opentype/inter/Inter-Bold.otf"
      case .robotoCondensedBold: "truetype/roboto/unhinted/RobotoCondensed-Bold.ttf"
      case .unifont: "opentype/unifont/unifont.otf"
      case .nanumBarun: "truetype/nanum/NanumBarunGothic.ttf"
      case .nanumBarunBold: "truetype/nanum/NanumBarunGothicBold.ttf"
      case .spleen(let size): "opentype/spleen/spleen-\(size.rawValue)x\(size.pixels).otf"
      }
    }

    var package: String {
      switch self {
      case .inter, .interBold: "fonts-inter"
      case .robotoCondensedBold: "fonts-roboto-unhinted"
      case .unifont: "fonts-unifont"
      case .nanumBarun, .nanumBarunBold: "fonts-nanum"
      case .spleen: "fonts-spleen"
      }
    }

    /// What is drawn with instead if the font is missing.
    var substitute: String {
      switch self {
      case .robotoCondensedBold: "wider and lower digits"
      case .nanumBarun, .nanumBarunBold: "coarse Hangul"
      default: "plain letters"
      }
    }
  }

  private let folder: String
  private let report: (String) -> Void
  private var library: FT_Library?
  private var faces: [Name: FT_Face?] = [:]
  private var reported: Set<String> = []

  init(folder: String, report: @escaping (String) -> Void) {
    self.folder = folder
    self.report = report
  }

  deinit {
    // Closes the faces too.
    if let library { FT_Done_FreeType(library) }
  }

  /// Nil where the file is missing or no font.
  func font(_ name: Name) -> Font? {
    if let known = faces[name] { return known.map { Font(face: $0, shelf: self) } }
    let face = open(name)
    faces[name] = .some(face)
    return face.map { Font(face: $0, shelf: self) }
  }

  private func open(_ name: Name) -> FT_Face? {
    if library == nil, FT_Init_FreeType(&library) != 0 { library = nil }
    var face: FT_Face?
    let path = "\(folder)/\(name.path)"
    if let library, FT_New_Face(library, path, 0, &face) == 0, let face { return face }
    if reported.insert(name.package).inserted {
      report("cannot read \(path); using \(name.substitute) instead: apt install \(name.package)")
    }
    return nil
  }
}

/// One open font file. It keeps a reference to the shelf, because the shelf's library owns the
/// face's memory.
struct Font {
  let face: FT_Face
  private let shelf: FontShelf

  init(face: FT_Face, shelf: FontShelf) {
    self.face = face
    self.shelf = shelf
  }
}
