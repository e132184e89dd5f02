extension String {
  /// With line breaks and other control characters written out, so that one line stays one line.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.breaksLines) else { return self }
    var line = ""
    for scalar in unicodeScalars {
      if scalar.breaksLines {
        line += scalar.escaped(asASCII: true)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}

extension Unicode.Scalar {
  fileprivate var breaksLines: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }
}
