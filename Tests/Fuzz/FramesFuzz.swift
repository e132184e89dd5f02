@testable import Wire

/// Bytes in place of a socket; what is answered is counted.
private final class Bytes: Pipe {
  private var rest: ArraySlice<UInt8>
  private(set) var answered = 0

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func receive(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> PipeResult {
    guard !rest.isEmpty else { return .later }
    let part = rest.prefix(count)
    for (index, byte) in part.enumerated() { buffer[index] = byte }
    rest = rest.dropFirst(part.count)
    return .moved(part.count)
  }

  func transmit(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> PipeResult {
    answered += count
    return .moved(count)
  }
}

/// Whatever frames come, messages are whole and bounded, and an end has a reason.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let pipe = Bytes(Array(UnsafeBufferPointer(start: bytes, count: count)))
  let frames = Frames(over: pipe)
  let end = frames.pump { event in
    if case .message(let message) = event { precondition(message.count <= count) }
  }
  precondition(end?.isEmpty != true)
  if end?.hasPrefix("closed by us") ?? false { precondition(pipe.answered >= 8) }
  return 0
}
