import Pixels

/// A layout with its letters, for all scenes whose texts are as long.
struct GlancePlan {
  let layout: GlanceLayout
  let numerals: Numerals
  let name: Lettering
  let price: Lettering
  let change: Lettering
  let small: Lettering
  /// Rows of a line of words, and how many of them are below the baseline.
  let lineHeight: Int
  let tail: Int
  let depth: Depth
  private let language: Language
  private let shape: Shape

  /// The length of a price: what its font must leave room for.
  private struct Shape: Equatable {
    var digits: Int
    var decimals: Int
    var isKnown: Bool
  }

  init(for scene: GlanceScene, size: Size, depth: Depth, typesetter: any Typesetter) {
    language = scene.language
    self.depth = depth
    shape = Self.shape(of: scene)
    let numerals = Numerals(words: scene.language.words)
    // Hangul is 13 rows over the baseline and 2 below.
    tail = scene.language == .korean ? 2 : 0
    let words = scene.language == .korean ? 15 : 0
    let full = numerals.price(scene.price, decimals: scene.decimals) { _ in true }
    var chosen: Lettering?
    layout = GlanceLayout(size, depth: depth, words: words) { room in
      let lettering = Self.largest(full, in: room, depth: depth, typesetter)
      chosen = lettering
      return lettering.ascent
    }
    func lettering(_ height: Int, _ weight: Weight) -> Lettering {
      Lettering(typesetter.glyphs(digitHeight: height, weight: weight, depth: depth))
    }
    self.numerals = numerals
    name = lettering(layout.nameHeight, .bold)
    price = chosen ?? lettering(layout.price.height, .bold)
    change = lettering(layout.changeHeight, .bold)
    small = lettering(layout.smallHeight, .regular)
    lineHeight = max(words, small.ascent)
  }

  /// Whether the scene needs no other layout or letters.
  func serves(_ scene: GlanceScene) -> Bool {
    language == scene.language && shape == Self.shape(of: scene)
  }

  /// The label where it fits, else its first word: `09:00` of `09:00 KST`.
  func baseline(_ label: String, width: Int) -> String {
    if small.width(label) <= width { return label }
    return small.fitted(String(label.prefix { $0 != " " }), width: width)
  }

  private static func shape(of scene: GlanceScene) -> Shape {
    let price = scene.price.flatMap { Decimal($0) }?.rounded(scene.decimals)
    return Shape(
      digits: price?.magnitude ?? 0, decimals: scene.decimals, isKnown: price != nil)
  }

  /// The largest letters in which the text fits the room; the smallest where none does.
  private static func largest(
    _ text: String, in room: Size, depth: Depth, _ typesetter: any Typesetter
  ) -> Lettering {
    var height = room.height
    while true {
      let lettering = Lettering(
        typesetter.glyphs(digitHeight: height, weight: .bold, depth: depth))
      let width = lettering.width(text)
      if width <= room.width || lettering.ascent <= 7 { return lettering }
      // Letters shrink in proportion: no need to try every height.
      height = max(7, min(lettering.ascent - 1, lettering.ascent * room.width / width + 1))
    }
  }
}
