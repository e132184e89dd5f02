import Testing

@testable import Wire

@Suite struct FramesTests {
  /// Gives what is put in, and takes answers only while it is open.
  private final class Dam: Pipe {
    var incoming: ArraySlice<UInt8> = []
    var outgoing: [UInt8] = []
    var isOpen = false

    func receive(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> PipeResult {
      guard !incoming.isEmpty else { return .later }
      let bytes = incoming.prefix(count)
      for (offset, byte) in bytes.enumerated() { buffer[offset] = byte }
      incoming = incoming.dropFirst(bytes.count)
      return .moved(bytes.count)
    }

    func transmit(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> PipeResult {
      guard isOpen else { return .later }
      outgoing += UnsafeBufferPointer(start: bytes, count: count)
      return .moved(count)
    }
  }

  @Test("a peer who floods us with pings and does not read is not read either, and loses nothing")
  func unreadAnswers() {
    let dam = Dam()
    let frames = Frames(over: dam)
    var messages = 0
    func pump() -> String? { frames.pump { if case .message = $0 { messages += 1 } } }

    dam.incoming = ArraySlice([UInt8](repeating: 0, count: 200).flatMap { _ in [0x89, 0x00] })
    #expect(pump() == nil)
    #expect(!frames.wantsRead && frames.wantsWrite)
    dam.incoming = [0x82, 0x02, 0x5B, 0x5D]
    #expect(pump() == nil)
    #expect(messages == 0 && dam.incoming.count == 4)

    dam.isOpen = true
    #expect(pump() == nil)
    #expect(messages == 1 && dam.outgoing.count == 200 * 6)
    #expect(frames.wantsRead && !frames.wantsWrite)
  }

  @Test("a message in more parts than anybody sends is refused, whatever is in them")
  func manyParts() {
    let dam = Dam()
    let frames = Frames(over: dam)
    dam.isOpen = true
    var messages = 0
    func pump() -> String? { frames.pump { if case .message = $0 { messages += 1 } } }

    /// Empty parts, by the first bytes of their frames.
    func come(_ parts: [UInt8]) { dam.incoming = parts.flatMap { [$0, 0x00] }[...] }
    let middle = [UInt8](repeating: 0x00, count: Frames.partLimit - 2)
    come([0x01] + middle + [0x80])
    #expect(pump() == nil && messages == 1)
    come([0x01] + middle + [0x00, 0x80])
    #expect(pump() == "closed by us with code 1002" && messages == 1)
  }

  @Test("once it has closed it is not read any more, whether it takes our answer or not")
  func closed() {
    let dam = Dam()
    let frames = Frames(over: dam)
    dam.incoming = [0x88, 0x02, 0x03, 0xE8, 0x89]
    #expect(frames.pump { _ in } == nil)
    #expect(!frames.wantsRead && frames.wantsWrite)
    dam.isOpen = true
    #expect(frames.pump { _ in } == "closed by the exchange with code 1000")
  }
}
