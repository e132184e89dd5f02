/// Runs of equal bytes in two bytes (Apple, Technical Note TN1023): a head n of 0…127 is followed by
/// n + 1 bytes as they are, one of 129…255 by one byte that stands for 257 - n.
enum PackBits {
  /// Appends `bytes`, packed.
  static func pack(_ bytes: [UInt8], into packed: inout [UInt8]) {
    var start = 0
    var place = 0
    /// Copies the bytes up to `place` that are in no run.
    func copy(_ packed: inout [UInt8]) {
      while start < place {
        let count = min(128, place - start)
        packed.append(UInt8(count - 1))
        packed += bytes[start..<start + count]
        start += count
      }
    }
    while place < bytes.count {
      var end = place + 1
      while end < bytes.count, end - place < 128, bytes[end] == bytes[place] { end += 1 }
      // A run of two bytes saves nothing, so it is copied.
      if end - place > 2 {
        copy(&packed)
        packed.append(UInt8(257 - (end - place)))
        packed.append(bytes[place])
        start = end
      }
      place = end
    }
    copy(&packed)
  }
}
