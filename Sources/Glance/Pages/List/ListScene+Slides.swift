import Pixels

extension ListScene {
  /// One row after the other, the one that is pointed at first.
  var slides: [MatrixSlide] {
    guard !rows.isEmpty else { return MatrixSlide.empty(Self.title, isLost: outage != nil) }
    let first = max(0, min(shown - self.first, rows.count - 1))
    return (Array(rows[first...]) + rows[..<first]).map { row in
      let names = [row.name, row.base]
      if row.price == nil {
        return MatrixSlide(names: names, figure: .words(NumberFormatter.unknown), role: .dim)
      }
      return .change(row.change, of: names, isOld: row.isOld)
    }
  }
}
