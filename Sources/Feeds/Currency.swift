/// A currency's name, as every exchange writes it in its codes: `BTC`, `KRW`, `1INCH`.
public enum Currency {
  /// One to twenty capitals and digits.
  public static func isName(_ text: some StringProtocol) -> Bool {
    1...20 ~= text.utf8.count
      && text.utf8.allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }
}
