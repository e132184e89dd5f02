extension JSONScanner {
  /// Reads a list of objects; `object` reads one to its end and says whether it makes sense.
  static func readObjects(
    _ bytes: UnsafeBufferPointer<UInt8>, _ object: (inout JSONScanner) -> Bool
  ) -> Bool {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .array else { return false }
    scanner.enter(.array)
    var makesSense = true
    while scanner.nextElement() {
      guard scanner.kind == .object else { return false }
      scanner.enter(.object)
      if !object(&scanner) { makesSense = false }
    }
    return scanner.isComplete && makesSense
  }
}

extension JSONText {
  /// What fits on a screen of it: four megabytes would be measured anew in every frame.
  var name: String { String(string.unicodeScalars.prefix(60)) }
}
