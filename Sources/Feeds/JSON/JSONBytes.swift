/// The bytes of a text. In contrast to an `UnsafeBufferPointer` a piece of it costs nothing to
/// make.
struct JSONBytes {
  let start: UnsafePointer<UInt8>
  let count: Int

  @inline(__always)
  init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  init(_ buffer: UnsafeBufferPointer<UInt8>) {
    // Nothing is read of an empty buffer, so any address will do.
    self.init(start: buffer.baseAddress ?? StaticString("").utf8Start, count: buffer.count)
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count)
    return start[index]
  }

  @inline(__always)
  subscript(range: Range<Int>) -> JSONBytes {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return JSONBytes(start: start + range.lowerBound, count: range.upperBound &- range.lowerBound)
  }

  /// Eight bytes from `index` on, the first in the lowest bits.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count)
    return UInt64(
      littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Not 0 where a byte of the word is no ASCII digit; the lowest bit that is set is in the first
  /// such byte. A digit has 3 in its high four bits, and still has when 6 is added.
  @inline(__always)
  static func notDigits(_ word: UInt64) -> UInt64 {
    let threes: UInt64 = 0x3030_3030_3030_3030
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    return ((word & high) ^ threes) | (((word &+ 0x0606_0606_0606_0606) & high) ^ threes)
  }

  /// The number that eight ASCII digits spell: pairs, then fours, then all, each in one product.
  @inline(__always)
  static func number(ofDigits word: UInt64) -> UInt64 {
    let digits = word & 0x0F0F_0F0F_0F0F_0F0F
    let pairs = (digits &* 10 &+ (digits >> 8)) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ (pairs >> 16)) & 0x0000_FFFF_0000_FFFF
    return (fours &* 10_000 &+ (fours >> 32)) & 0xFFFF_FFFF
  }

  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
}
