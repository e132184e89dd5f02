import Glibc
import Pixels

/// Which windows to write so that a panel's memory becomes the wanted one, in few bytes.
///
/// Rows are compared in strips, eight columns at a time. The changes of a strip become runs, and
/// runs and windows are merged wherever that costs no more than both.
struct DamagePlan {
  private let cells: Size
  /// The cost of a cell and of opening a window on this panel.
  let cellBytes: Int
  let windowBytes: Int
  let opensRowByRow: Bool
  /// Sending this many rows of a letter costs as much as opening a window, so thinner strips would
  /// save nothing.
  private let stripRows: Int

  init(_ panel: some Panel) {
    cells = panel.cells
    cellBytes = panel.cellBytes
    windowBytes = panel.windowBytes
    opensRowByRow = panel.opensRowByRow
    stripRows = opensRowByRow ? 1 : max(1, windowBytes / (12 * cellBytes))
  }

  /// The most columns between the parts of a run; parts that are farther apart are compared with the
  /// windows above them.
  private static let gapMax = 8

  /// The changes in eight columns of a strip: a byte for each column, zero if it has not changed,
  /// and the rows of the changes.
  private struct Block {
    var columns: UInt64 = 0
    var top = 0
    var bottom = 0
  }

  private struct Strip {
    var blocks: [Block]
    /// The blocks outside which nothing has changed.
    var touched = 0..<0
  }

  /// The windows so far. A later run cannot be near enough to a window in `done` to be merged with
  /// it.
  private struct Windows {
    var done: [Rect] = []
    var open: [Rect] = []
  }

  func windows(from memory: PanelMemory, to wanted: [UInt8]) -> [Rect] {
    var windows = Windows()
    var strip = Strip(blocks: [Block](repeating: Block(), count: (cells.width + 7) / 8))
    var top: Int?
    memory.cells.withUnsafeBytes { held in
      wanted.withUnsafeBytes { wanted in
        for y in memory.doubtfulRows {
          let old = held.baseAddress! + y * cells.width
          let new = wanted.baseAddress! + y * cells.width
          let columns = memory.doubtful[y]
          let isUnknown = memory.unknown[y]
          let isChanged =
            !isUnknown && !columns.isEmpty
            && memcmp(old + columns.lowerBound, new + columns.lowerBound, columns.count) != 0
          if let first = top, !isChanged || y - first == stripRows {
            add(&strip, to: &windows)
            top = nil
          }
          if isUnknown {
            add(Rect(x: 0, y: y, width: cells.width, height: 1), to: &windows)
          } else if isChanged {
            top = top ?? y
            look(at: y, columns, old, new, in: &strip)
          }
        }
      }
    }
    if top != nil { add(&strip, to: &windows) }
    return windows.done + windows.open
  }

  private func look(
    at y: Int, _ columns: Range<Int>, _ old: UnsafeRawPointer, _ new: UnsafeRawPointer,
    in strip: inout Strip
  ) {
    strip.touched = strip.touched.united(
      with: columns.lowerBound / 8..<(columns.upperBound + 7) / 8)
    strip.blocks.withUnsafeMutableBufferPointer { blocks in
      func note(_ changed: UInt64, in index: Int) {
        if changed == 0 { return }
        if blocks[index].columns == 0 { blocks[index].top = y }
        blocks[index].columns |= changed
        blocks[index].bottom = y + 1
      }
      let whole = cells.width / 8
      let last = (columns.upperBound + 7) / 8
      for index in columns.lowerBound / 8..<min(last, whole) {
        note(eight(of: old, index &* 8) ^ eight(of: new, index &* 8), in: index)
      }
      if whole < last { note(rest(of: old) ^ rest(of: new), in: whole) }
    }
  }

  /// Eight cells of a row, the first in the lowest byte.
  @inline(__always)
  private func eight(of row: UnsafeRawPointer, _ x: Int) -> UInt64 {
    UInt64(littleEndian: row.loadUnaligned(fromByteOffset: x, as: UInt64.self))
  }

  /// The cells after the last eight, in the same form; beyond the row's end there are zeros.
  private func rest(of row: UnsafeRawPointer) -> UInt64 {
    (cells.width / 8 * 8..<cells.width).reversed().reduce(0) {
      $0 << 8 | UInt64(row.load(fromByteOffset: $1, as: UInt8.self))
    }
  }

  /// Adds a strip's runs, from the left, and forgets them.
  private func add(_ strip: inout Strip, to windows: inout Windows) {
    var run: Rect?
    for index in strip.touched where strip.blocks[index].columns != 0 {
      let block = strip.blocks[index]
      let left = block.columns.trailingZeroBitCount / 8
      let right = 8 - block.columns.leadingZeroBitCount / 8
      let piece = Rect(
        x: index * 8 + left, y: block.top, width: right - left, height: block.bottom - block.top)
      strip.blocks[index].columns = 0
      if let begun = run, piece.x - begun.right <= Self.gapMax, loss(begun, piece) <= 0 {
        run = begun.union(piece)
      } else {
        if let run { add(run, to: &windows) }
        run = piece
      }
    }
    strip.touched = 0..<0
    if let run { add(run, to: &windows) }
  }

  /// Merges a run with each window with which that costs no more, the best one first.
  private func add(_ run: Rect, to windows: inout Windows) {
    var window = run
    while true {
      var best: (index: Int, loss: Int)?
      var index = 0
      while index < windows.open.count {
        let other = windows.open[index]
        if (run.y - other.bottom) * other.width * cellBytes > windowBytes {
          windows.done.append(windows.open.remove(at: index))
          continue
        }
        let loss = loss(other, window)
        if loss <= min(0, best?.loss ?? 0) { best = (index, loss) }
        index += 1
      }
      guard let best else { break }
      window = window.union(windows.open.remove(at: best.index))
    }
    windows.open.append(window)
  }

  /// How much more one window around two costs than both.
  private func loss(_ a: Rect, _ b: Rect) -> Int { cost(a.union(b)) - cost(a) - cost(b) }

  private func cost(_ window: Rect) -> Int {
    (opensRowByRow ? window.height : 1) * windowBytes
      + window.width * window.height * cellBytes
  }
}
