import CQrencode
import Glance

extension Documentation {
  /// A text with its code in the smallest square that holds it, which costs it all but the least of
  /// its redundancy: a panel is clean, and its modules are few pixels wide.
  public init(encoding text: String) {
    self.init(text: text)
    guard let made = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return }
    defer { QRcode_free(made) }
    let side = Int(made.pointee.width)
    // The lowest bit of each byte is its colour (qrencode.h, QRcode.data).
    code = Code(side: side, isDark: (0..<side * side).map { made.pointee.data[$0] & 1 == 1 })
  }
}
