import CZlib
import Pixels
import Testing

/// Reads an animated PNG as its specification says (third edition, 11.3.9): what ours have of it.
struct AnimatedPNGReader {
  struct Chunk {
    let name: String
    let content: [UInt8]
    let hasRightChecksum: Bool
  }

  struct Picture {
    /// Of the part that is kept.
    let zone: Rect
    let tenths: Int
    /// Of the whole picture as it is seen then.
    let colours: [Colour]
  }

  let chunks: [Chunk]
  let size: Size
  private(set) var pictures: [Picture] = []

  init(_ file: [UInt8]) throws {
    try #require(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    var (chunks, rest) = ([Chunk](), file.dropFirst(8))
    while !rest.isEmpty {
      let length = Self.number(rest.prefix(4))
      try #require(rest.count >= length + 12)
      let body = Array(rest.dropFirst(4).prefix(length + 4))
      let checksum = Self.number(rest.dropFirst(length + 8).prefix(4))
      chunks.append(
        Chunk(
          name: String(decoding: body.prefix(4), as: UTF8.self), content: Array(body.dropFirst(4)),
          hasRightChecksum: checksum == Int(crc32(0, body, UInt32(body.count)))))
      rest = rest.dropFirst(length + 12)
    }
    self.chunks = chunks
    let head = try #require(chunks.first { $0.name == "IHDR" }).content
    size = Size(Self.number(head[0..<4]), Self.number(head[4..<8]))
    try #require(head[8...] == [8, 3, 0, 0, 0])
    try compose()
  }

  private mutating func compose() throws {
    let palette = try #require(chunks.first { $0.name == "PLTE" }).content
    let alpha = try #require(chunks.first { $0.name == "tRNS" }).content
    var canvas = [Colour?](repeating: nil, count: size.width * size.height)
    var control: [UInt8] = []
    for chunk in chunks {
      var content = chunk.content[...]
      if chunk.name == "fcTL" { control = chunk.content }
      if chunk.name == "fdAT" { content = content.dropFirst(4) }
      guard ["IDAT", "fdAT"].contains(chunk.name) else { continue }
      let words = stride(from: 4, to: 20, by: 4).map { Self.number(control[$0..<$0 + 4]) }
      let zone = Rect(x: words[2], y: words[3], width: words[0], height: words[1])
      try #require(zone.right <= size.width && zone.bottom <= size.height && !zone.isEmpty)
      let rows = try Self.inflated(Array(content), count: (zone.width + 1) * zone.height)
      for y in 0..<zone.height {
        let row = rows[y * (zone.width + 1)..<(y + 1) * (zone.width + 1)]
        try #require(row.first == 0, "a row is filtered")
        for (x, index) in row.dropFirst().enumerated() {
          guard index >= alpha.count || alpha[Int(index)] == 255 else { continue }
          let rgb = palette[Int(index) * 3..<Int(index) * 3 + 3].reduce(0) { $0 << 8 | UInt32($1) }
          canvas[(zone.y + y) * size.width + zone.x + x] = Colour(rgb)
        }
      }
      try #require(control[22...] == [0, 10, 0, 1], "tenths; nothing disposed of, laid over")
      let colours = canvas.compactMap { $0 }
      try #require(colours.count == canvas.count, "a pixel is seen through")
      pictures.append(
        Picture(zone: zone, tenths: Self.number(control[20..<22]), colours: colours))
    }
  }

  /// The picture of each tenth of a second.
  var tenths: [[Colour]] {
    pictures.flatMap { repeatElement($0.colours, count: $0.tenths) }
  }

  static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private static func inflated(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
    var size = UInt(count)
    var rows = [UInt8](repeating: 0, count: count)
    try #require(uncompress(&rows, &size, bytes, UInt(bytes.count)) == Z_OK)
    try #require(size == count)
    return rows
  }
}
