extension UInt8 {
  /// Two digits, as an I2C address has them.
  var hex: String { (self < 0x10 ? "0" : "") + String(self, radix: 16) }
}
