import Pixels

/// The known contents of a panel's memory, and where they may differ from the wanted picture.
struct PanelMemory {
  let size: Size
  /// The contents, rows from the top.
  private(set) var cells: [UInt8]
  /// For each row, whether its contents are unknown.
  private(set) var unknown: [Bool]
  /// For each row, the columns that may differ from the wanted picture; an unknown row may differ
  /// anywhere.
  private(set) var doubtful: [Range<Int>]
  /// Outside these rows nothing is in doubt.
  private(set) var doubtfulRows: Range<Int>

  /// A memory with unknown contents.
  init(_ size: Size) {
    self.size = size
    cells = [UInt8](repeating: 0, count: size.width * size.height)
    unknown = [Bool](repeating: true, count: size.height)
    doubtful = [Range<Int>](repeating: 0..<size.width, count: size.height)
    doubtfulRows = 0..<size.height
  }

  /// Makes all contents unknown, although they were sent.
  mutating func forget() {
    unknown = [Bool](repeating: true, count: size.height)
    doubt(Rect(size))
  }

  /// Notes that the wanted picture has changed there.
  mutating func doubt(_ place: Rect) {
    let place = place.intersection(Rect(size))
    guard !place.isEmpty else { return }
    doubtfulRows = doubtfulRows.united(with: place.y..<place.bottom)
    let columns = place.x..<place.right
    for y in place.y..<place.bottom { doubtful[y] = doubtful[y].united(with: columns) }
  }

  /// Notes that a window was written.
  mutating func hold(_ window: Rect, of wanted: [UInt8]) {
    cells.copy(wanted, in: window, width: size.width)
    guard window.width == size.width else { return }
    for y in window.y..<window.bottom { unknown[y] = false }
  }

  /// Notes that the memory holds the whole wanted picture.
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
