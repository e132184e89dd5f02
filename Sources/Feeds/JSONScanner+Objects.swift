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

  /// The text that comes next, as much of it as fits on a screen; nil where there is none in it.
  mutating func label() -> String? {
    guard let name = string()?.name, !name.isEmpty else { return nil }
    return name
  }
}
