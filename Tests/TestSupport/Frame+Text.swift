import Pixels

extension Frame {
  /// `#` where one bit is lit, `.` elsewhere, a line for each row.
  public var text: String {
    text { $0 & 15 >= 8 ? "#" : "." }
  }

  /// A letter for each colour role, `+` where it covers less than half, `.` where nothing is drawn.
  public var roles: String {
    let letters = Array(".TDFrfsW")
    return text { $0 & 15 == 0 ? "." : $0 & 15 < 8 ? "+" : letters[Int($0 >> 4)] }
  }

  private func text(_ letter: (Pixel) -> Character) -> String {
    (0..<size.height).map { y in
      String((0..<size.width).map { x in letter(self[x, y]) })
    }.joined(separator: "\n")
  }
}
