import Glibc

/// The lines of a file, one after the other, none of them longer than allowed, whatever is in it.
struct LineReader: ~Copyable {
  enum Line: Equatable {
    case line([UInt8])
    /// The file ends within this line.
    case cutOff
    case tooLong
    /// The number of the error.
    case failed(Int32)
    case end
  }

  private static let chunkBytes = 64 << 10

  private let descriptor: Int32
  private let bytesMax: Int
  private var buffer: [UInt8] = []
  /// Where in the buffer the next line begins.
  private var start = 0

  /// - Parameter descriptor: the reader closes it in the end.
  init(_ descriptor: Int32, bytesMax: Int) {
    self.descriptor = descriptor
    self.bytesMax = bytesMax
  }

  deinit { close(descriptor) }

  mutating func next() -> Line {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return end - start > bytesMax ? .tooLong : .line(Array(buffer[start..<end]))
      }
      guard buffer.count - start <= bytesMax else { return .tooLong }
      buffer.removeFirst(start)
      (start, searched) = (0, buffer.count)
      switch fill() {
      case 0: return buffer.isEmpty ? .end : .cutOff
      case let count where count < 0: return .failed(errno)
      default: continue
      }
    }
  }

  private mutating func fill() -> Int {
    var count = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkBytes) { bytes, initialised in
      repeat {
        count = read(descriptor, bytes.baseAddress, bytes.count)
      } while count < 0 && errno == EINTR
      initialised = max(count, 0)
    }
    buffer += chunk
    return count
  }
}
