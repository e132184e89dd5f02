import CQrencode
import Glance
import State

extension Settings {
  /// Explains everything at a URL, or where there is none in the code itself: what the button does,
  /// and which manual to read, without a network.
  /// - Parameter binding: nil where there is no button, or more than one to tell of.
  public mutating func explain(at url: String?, button binding: Binding?) {
    for language in Language.allCases {
      documentation[language] =
        url.map { Documentation(text: $0, encoding: $0) }
        ?? Documentation(
          text: Documentation.page,
          encoding: language.words.manual(of: binding), Documentation.page)
    }
  }
}

extension Documentation {
  /// With codes of what may be other texts, the best first and the shortest last, each in the smallest
  /// square that holds it, which costs it all but the least of its redundancy: a panel is clean, and
  /// its modules are few pixels wide.
  public init(text: String, encoding contents: String...) {
    self.init(text: text)
    codes = contents.compactMap(Code.init)
  }
}

extension Documentation.Code {
  /// Nil where it is longer than any code.
  fileprivate init?(_ content: String) {
    guard let made = QRcode_encodeString8bit(content, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(made) }
    let side = Int(made.pointee.width)
    // The lowest bit of each byte is its colour (qrencode.h, QRcode.data).
    self.init(side: side, isDark: (0..<side * side).map { made.pointee.data[$0] & 1 == 1 })
  }
}
