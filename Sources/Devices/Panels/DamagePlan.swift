import Glibc
import Pixels

/// Which windows to write so that a panel's memory becomes the wanted one, in few bytes.
struct DamagePlan {
  private let cells: Size
  private let cellBytes: Int
  private let windowBytes: Int
  private let opensRowByRow: Bool

  init(_ panel: some Panel) {
    cells = panel.cells
    cellBytes = panel.cellBytes
    windowBytes = panel.windowBytes
    opensRowByRow = panel.opensRowByRow
  }

  /// More would cost more to plan than they save.
  private static let windowsMax = 24
  /// Clean cells that a run may bridge; wider gaps are weighed as windows.
  private static let gapMax = 8

  /// - Parameter unknown: for each row, whether nobody knows what the memory holds there.
  func windows(from glass: [UInt8], to wanted: [UInt8], unknown: [Bool]) -> [Rect] {
    var windows: [Rect] = []
    glass.withUnsafeBytes { glass in
      wanted.withUnsafeBytes { wanted in
        for y in 0..<cells.height {
          if unknown[y] {
            add(Rect(x: 0, y: y, width: cells.width, height: 1), to: &windows)
            continue
          }
          let start = y * cells.width
          let same = memcmp(
            glass.baseAddress! + start, wanted.baseAddress! + start, cells.width)
          if same != 0 {
            addRuns(
              y, UnsafeRawBufferPointer(rebasing: glass[start..<start + cells.width]),
              UnsafeRawBufferPointer(rebasing: wanted[start..<start + cells.width]), &windows)
          }
        }
      }
    }
    while mergeCheapest(&windows, evenAtALoss: false) {}
    return windows
  }

  /// The changed runs of one row, eight cells at a time.
  private func addRuns(
    _ y: Int, _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ windows: inout [Rect]
  ) {
    var run: Range<Int>?
    for x in stride(from: 0, to: cells.width, by: 8) {
      let changed = word(old, x) ^ word(new, x)
      if changed == 0 { continue }
      let first = x + changed.trailingZeroBitCount / 8
      let end = x + 8 - changed.leadingZeroBitCount / 8
      if let open = run, first - open.upperBound <= Self.gapMax {
        run = open.lowerBound..<end
      } else {
        if let run { add(Rect(x: run.lowerBound, y: y, width: run.count, height: 1), to: &windows) }
        run = first..<end
      }
    }
    if let run { add(Rect(x: run.lowerBound, y: y, width: run.count, height: 1), to: &windows) }
  }

  /// Eight cells from `x`, the first in the lowest byte; beyond the row's end there are zeros.
  private func word(_ row: UnsafeRawBufferPointer, _ x: Int) -> UInt64 {
    if x + 8 <= row.count {
      return UInt64(littleEndian: row.loadUnaligned(fromByteOffset: x, as: UInt64.self))
    }
    return row[x...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Grows the window that takes the run for the fewest bytes, or opens a new one.
  private func add(_ run: Rect, to windows: inout [Rect]) {
    var best: (index: Int, growth: Int)?
    for index in windows.indices.reversed() {
      let growth = cost(windows[index].union(run)) - cost(windows[index])
      if growth < best?.growth ?? .max { best = (index, growth) }
    }
    if let best, best.growth <= cost(run) {
      windows[best.index] = windows[best.index].union(run)
    } else {
      windows.append(run)
      if windows.count > Self.windowsMax { _ = mergeCheapest(&windows, evenAtALoss: true) }
    }
  }

  /// Makes one window of the two for which that saves most.
  private func mergeCheapest(_ windows: inout [Rect], evenAtALoss: Bool) -> Bool {
    var best = (loss: evenAtALoss ? Int.max : 1, first: 0, second: 0)
    for second in windows.indices {
      for first in 0..<second {
        let loss =
          cost(windows[first].union(windows[second])) - cost(windows[first])
          - cost(windows[second])
        if loss < best.loss { best = (loss, first, second) }
      }
    }
    if best.first == best.second { return false }
    windows[best.first] = windows[best.first].union(windows[best.second])
    windows.remove(at: best.second)
    return true
  }

  private func cost(_ window: Rect) -> Int {
    (opensRowByRow ? window.height : 1) * windowBytes
      + window.width * window.height * cellBytes
  }
}
