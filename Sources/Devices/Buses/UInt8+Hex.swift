extension UInt8 {
  /// Two hex digits, as in an I2C address.
  var hex: String { (self < 0x10 ? "0" : "") + String(self, radix: 16) }
}
