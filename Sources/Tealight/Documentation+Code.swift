import CQrencode
import Glance
import State

extension Settings {
  /// Sets where the program is explained: at a URL, or, where there is none, in the code itself,
  /// which then says without a network what the button does and which manual to read.
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
  /// Adds a code for each of these contents, which may differ from the text: the best first, the
  /// shortest last. Each code has the smallest square that holds it, and so only the least
  /// redundancy: a panel is clean, and its modules are few pixels wide.
  public init(text: String, encoding contents: String...) {
    self.init(text: text)
    codes = contents.compactMap(Code.init)
  }
}

extension Documentation.Code {
  /// Nil where the content is too long for any code.
  fileprivate init?(_ content: String) {
    guard let made = QRcode_encodeString8bit(content, 0, QR_ECLEVEL_L) else { return nil }
    defer { QRcode_free(made) }
    let side = Int(made.pointee.width)
    // The lowest bit of each byte is its colour (qrencode.h, QRcode.data).
    self.init(side: side, isDark: (0..<side * side).map { made.pointee.data[$0] & 1 == 1 })
  }
}
