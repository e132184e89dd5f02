/// Pictures drawn as text, `#` for a dot: side by side in lines, an empty line between two of those.
public struct DotArt: Sendable {
  /// Each picture's rows from the top, its leftmost dot in the lowest bit.
  private let pictures: [Unicode.Scalar: [UInt16]]

  /// - Parameter letters: what is drawn, in order.
  public init(_ letters: String, _ text: String) {
    var drawn: [[UInt16]] = []
    var first = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { first = drawn.count }
      for (index, dots) in line.split(separator: " ").enumerated() {
        if first + index == drawn.count { drawn.append([]) }
        var row: UInt16 = 0
        for (column, dot) in dots.utf8.enumerated() where dot == UInt8(ascii: "#") {
          row |= 1 << UInt16(column)
        }
        drawn[first + index].append(row)
      }
    }
    pictures = Dictionary(uniqueKeysWithValues: zip(letters.unicodeScalars, drawn))
  }

  /// Nil where it is not drawn.
  public subscript(letter: Unicode.Scalar) -> [UInt16]? { pictures[letter] }
}
