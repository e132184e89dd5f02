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
}
