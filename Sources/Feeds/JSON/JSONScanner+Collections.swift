extension JSONScanner {
  /// Reads the object that comes next, key by key; passes over anything else.
  /// - Parameter take: reads or skips the value of the key.
  /// - Returns: false where it was no object.
  @discardableResult
  mutating func readObject(_ take: (inout JSONScanner, JSONText) -> Void) -> Bool {
    guard kind == .object else {
      skip()
      return false
    }
    enter(.object)
    while let key = nextKey() { take(&self, key) }
    return true
  }

  /// Reads the array that comes next, element by element; passes over anything else.
  /// - Parameter take: reads or skips the element.
  /// - Returns: false where it was no array.
  @discardableResult
  mutating func readArray(_ take: (inout JSONScanner) -> Void) -> Bool {
    guard kind == .array else {
      skip()
      return false
    }
    enter(.array)
    while nextElement() { take(&self) }
    return true
  }

  /// The text that comes next, as much of it as fits on a screen; nil where it is empty or no text.
  mutating func label() -> String? {
    guard let name = string()?.name, !name.isEmpty else { return nil }
    return name
  }

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

  /// Reads a list of objects into values, in their order; nil where it is no such list, or where
  /// one of them makes no sense.
  static func readValues<Value>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ object: (inout JSONScanner) -> Value?
  ) -> [Value]? {
    var values: [Value] = []
    let isWhole = readObjects(bytes) { scanner in
      guard let value = object(&scanner) else { return false }
      values.append(value)
      return true
    }
    return isWhole ? values : nil
  }

  /// No exchange sends more objects at once, and more would take memory without end.
  private static let objectsMax = 4_096

  /// Reads the objects of the array that comes next; passes over other elements, and over objects
  /// beyond `objectsMax`.
  /// - Parameter take: reads one object, from its beginning to its end.
  /// - Returns: how many elements were passed over.
  mutating func readObjects(_ take: (inout JSONScanner) -> Void) -> Int {
    var (taken, dropped) = (0, 0)
    readArray { scanner in
      if scanner.kind == .object, taken < Self.objectsMax {
        take(&scanner)
        taken += 1
      } else {
        scanner.skip()
        dropped += 1
      }
    }
    return dropped
  }

  /// Reads a list of lists; `body` reads the first elements of one, or none. Anything that is no list
  /// is skipped.
  mutating func readLists(_ body: (inout JSONScanner) -> Void) {
    guard kind == .array else { return skip() }
    enter(.array)
    while nextElement() {
      let depth = self.depth
      guard kind == .array else {
        skip()
        continue
      }
      enter(.array)
      body(&self)
      while self.depth > depth, nextElement() { skip() }
    }
  }
}
