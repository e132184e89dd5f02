extension Array {
  /// Makes room for one more element and an eighth of those there are, where an array that grows by itself
  /// may take twice what it needs: for what is kept of each of hundreds of markets.
  mutating func makeRoomForOne() {
    if count == capacity { reserveCapacity(count + count / 8 + 1) }
  }
}
