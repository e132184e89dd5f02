import Pixels

/// What a panel's memory holds, as far as that is known, and where it may not be what is wanted.
struct PanelMemory {
  let size: Size
  /// Rows from the top.
  private(set) var cells: [UInt8]
  /// For each row, whether it is unknown what it holds.
  private(set) var unknown: [Bool]
  /// For each row, the columns outside which it holds what is wanted, where that is known.
  private(set) var doubtful: [Range<Int>]
  /// The rows outside which nothing is in doubt.
  private(set) var doubtfulRows: Range<Int>

  /// Memory of which nothing is known.
  init(_ size: Size) {
    self.size = size
    cells = [UInt8](repeating: 0, count: size.width * size.height)
    unknown = [Bool](repeating: true, count: size.height)
    doubtful = [Range<Int>](repeating: 0..<size.width, count: size.height)
    doubtfulRows = 0..<size.height
  }

  /// What it holds is not sure any more, although it was sent.
  mutating func forget() {
    unknown = [Bool](repeating: true, count: size.height)
    doubt(Rect(size))
  }

  /// What is wanted has changed there.
  mutating func doubt(_ place: Rect) {
    let place = place.intersection(Rect(size))
    guard !place.isEmpty else { return }
    doubtfulRows = doubtfulRows.united(with: place.y..<place.bottom)
    let columns = place.x..<place.right
    for y in place.y..<place.bottom { doubtful[y] = doubtful[y].united(with: columns) }
  }

  /// A window of it was written.
  mutating func hold(_ window: Rect, of wanted: [UInt8]) {
    cells.copy(wanted, in: window, width: size.width)
    guard window.width == size.width else { return }
    for y in window.y..<window.bottom { unknown[y] = false }
  }

  /// All of it holds what is wanted.
  mutating func settle() {
    for y in doubtfulRows { doubtful[y] = 0..<0 }
    doubtfulRows = 0..<0
  }
}

extension Range<Int> {
  /// The shortest range that holds both; `other` is not empty.
  func united(with other: Range<Int>) -> Range<Int> {
    if isEmpty { return other }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
