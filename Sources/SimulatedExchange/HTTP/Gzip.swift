import CZlib

/// Compresses a body as RFC 1952 says.
enum Gzip {
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let gzipWindow: Int32 = 15 + 16
    let made = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(made == Z_OK)
    defer { deflateEnd(&stream) }
    var source = bytes
    let limit = Int(deflateBound(&stream, UInt(bytes.count)))
    return source.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      return [UInt8](unsafeUninitializedCapacity: limit) { output, count in
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(limit)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        count = Int(stream.total_out)
      }
    }
  }
}
