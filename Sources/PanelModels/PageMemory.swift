/// A monochrome controller's memory: each byte is eight rows of a column, the top one in bit 0.
/// Its contents are arbitrary at first.
struct PageMemory {
  private let columns: Int
  private var bytes: [UInt8]

  init(columns: Int, pages: Int) {
    self.columns = columns
    bytes = (0..<columns * pages).map { UInt8(truncatingIfNeeded: $0 * 0x5d ^ $0 >> 3) }
  }

  subscript(column: Int, page: Int) -> UInt8 {
    get { bytes[page * columns + column] }
    set { bytes[page * columns + column] = newValue }
  }

  func isLit(_ column: Int, _ row: Int) -> Bool { self[column, row / 8] >> (row % 8) & 1 == 1 }
}
