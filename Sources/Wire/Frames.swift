import CWslay

/// Where the bytes of frames come from and go to.
protocol Pipe: AnyObject {
  /// Fills at most `count` bytes of `buffer`.
  func receive(_ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> PipeResult
  func transmit(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> PipeResult
}

enum PipeResult {
  case moved(Int)
  /// Nothing can be moved now.
  case later
  /// Nothing can be moved ever again.
  case broken
}

/// The framing of messages (RFC 6455 section 5), client side, by wslay.
///
/// Pings are answered here. Messages are whole, at most 4 MiB, and valid UTF-8 where they are text;
/// any protocol error ends the connection with a Close frame and its code.
final class Frames {
  static let messageLimit: UInt64 = 4 << 20
  /// The most frames in a message: wslay limits only their payloads, and keeps some hundred bytes
  /// for each.
  static let partLimit = 4_096
  /// While more answers than this wait to be sent, nothing more is read.
  private static let queueLimit = 64

  enum Event {
    case message(UnsafeBufferPointer<UInt8>)
    /// Which ping it answers; nil where it carries no number.
    case pong(number: Int?)
  }

  private unowned let pipe: any Pipe
  private var random = SystemRandomNumberGenerator()
  private var context: wslay_event_context_ptr?
  private var deliver: ((Event) -> Void)?
  /// Whether the connection was cut.
  private var isCut = false
  /// The number of frames so far in the message that is being received.
  private var parts = 0
  private var isMalformed = false

  init(over pipe: any Pipe) {
    self.pipe = pipe
    var callbacks = wslay_event_callbacks()
    callbacks.recv_callback = { _, buffer, length, _, me in
      Frames.of(me).result(Frames.of(me).pipe.receive(buffer!, length))
    }
    callbacks.send_callback = { _, bytes, length, _, me in
      Frames.of(me).result(Frames.of(me).pipe.transmit(bytes!, length))
    }
    callbacks.genmask_callback = { _, buffer, length, me in
      for index in 0..<length { buffer![index] = Frames.of(me).random.next() }
      return 0
    }
    callbacks.on_frame_recv_start_callback = { _, frame, me in
      Frames.of(me).begin(frame!.pointee)
    }
    callbacks.on_msg_recv_callback = { _, message, me in
      Frames.of(me).receive(message!.pointee)
    }
    wslay_event_context_client_init(
      &context, &callbacks, Unmanaged.passUnretained(self).toOpaque())
    wslay_event_config_set_max_recv_msg_length(context, Self.messageLimit)
  }

  deinit { wslay_event_context_free(context) }

  var wantsWrite: Bool { wslay_event_want_write(context) != 0 }

  /// False while too many answers wait, so that a server that floods us with pings has to read the
  /// answers. Also false once the server has closed.
  var wantsRead: Bool {
    wslay_event_get_queued_msg_count(context) <= Self.queueLimit
      && wslay_event_want_read(context) != 0
  }

  func send(text: String) { send(WSLAY_TEXT_FRAME, text) }

  func ping(number: Int) { send(WSLAY_PING, "\(number)") }

  /// Sends a Close frame if that is possible without waiting.
  func close() {
    _ = wslay_event_queue_close(context, UInt16(WSLAY_CODE_NORMAL_CLOSURE.rawValue), nil, 0)
    _ = wslay_event_send(context)
  }

  private func send(_ opcode: wslay_opcode, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var message = wslay_event_msg(
        opcode: UInt8(opcode.rawValue), msg: bytes.baseAddress, msg_length: bytes.count)
      _ = wslay_event_queue_msg(context, &message)
    }
    _ = wslay_event_send(context)
  }

  /// Reads and writes what can be read and written now.
  /// - Returns: why the connection is over; nil while it goes on.
  func pump(_ deliver: (Event) -> Void) -> String? {
    withoutActuallyEscaping(deliver) { deliver in
      self.deliver = deliver
      defer { self.deliver = nil }
      var wrote = wantsRead ? 0 : wslay_event_send(context)
      let read = wantsRead ? wslay_event_recv(context) : 0
      if isMalformed || (read != 0 && !isCut) { return refuse() }
      if wrote == 0, wantsWrite { wrote = wslay_event_send(context) }
      if read != 0 || wrote != 0 { return "the connection was cut" }
      return wslay_event_want_read(context) == 0 && !wantsWrite ? goodbye : nil
    }
  }

  /// Who closed, and with which code (RFC 6455 section 7.4).
  private var goodbye: String {
    wslay_event_get_close_received(context) != 0
      ? "closed by the exchange with code \(wslay_event_get_status_code_received(context))"
      : "closed by us with code \(wslay_event_get_status_code_sent(context))"
  }

  /// Sends a Close frame with a code, after a malformed frame; wslay would send one without a code.
  private func refuse() -> String {
    let code = UInt16(WSLAY_CODE_PROTOCOL_ERROR.rawValue)
    let mask = (0..<4).map { _ in random.next() as UInt8 }
    let frame: [UInt8] =
      [0x88, 0x82] + mask + [UInt8(code >> 8) ^ mask[0], UInt8(code & 0xFF) ^ mask[1]]
    _ = pipe.transmit(frame, frame.count)
    return "closed by us with code \(code)"
  }

  private func begin(_ frame: wslay_event_on_frame_recv_start_arg) {
    switch UInt32(frame.opcode) {
    case WSLAY_TEXT_FRAME.rawValue, WSLAY_BINARY_FRAME.rawValue: parts = 1
    case WSLAY_CONTINUATION_FRAME.rawValue: parts += 1
    // wslay accepts a Close of one byte as one without a code (RFC 6455 section 5.5.1).
    case WSLAY_CONNECTION_CLOSE.rawValue: if frame.payload_length == 1 { isMalformed = true }
    default: break
    }
    if parts > Self.partLimit { isMalformed = true }
  }

  private func receive(_ message: wslay_event_on_msg_recv_arg) {
    if isMalformed { return }
    switch UInt32(message.opcode) {
    case WSLAY_TEXT_FRAME.rawValue, WSLAY_BINARY_FRAME.rawValue:
      deliver?(.message(UnsafeBufferPointer(start: message.msg, count: message.msg_length)))
    case WSLAY_PONG.rawValue:
      let payload = UnsafeBufferPointer(start: message.msg, count: message.msg_length)
      deliver?(.pong(number: Int(String(decoding: payload, as: UTF8.self))))
    default: break
    }
  }

  /// The result in the form that wslay expects.
  private func result(_ result: PipeResult) -> Int {
    switch result {
    case .moved(let count): return count
    case .later: wslay_event_set_error(context, Int32(WSLAY_ERR_WOULDBLOCK.rawValue))
    case .broken:
      isCut = true
      wslay_event_set_error(context, Int32(WSLAY_ERR_CALLBACK_FAILURE.rawValue))
    }
    return -1
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> Frames {
    Unmanaged<Frames>.fromOpaque(pointer!).takeUnretainedValue()
  }
}
