extension Array {
  /// Its elements in their order, so many at a time: a URL or a message holds no more.
  func pieces(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0...].prefix(count)) }
  }
}
