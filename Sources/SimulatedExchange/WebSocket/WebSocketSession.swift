import CWslay

/// The server's end of a WebSocket (RFC 6455): bytes in, messages out, and back.
final class WebSocketSession {
  enum Event: Equatable {
    case text(String)
    case binary([UInt8])
    case ping
    /// With its payload.
    case pong([UInt8])
    /// The peer's Close, with its status code (0 if it gave none).
    case close(Int)
  }

  private var context: wslay_event_context_ptr?
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []
  private var events: [Event] = []

  private static let messageLimit: UInt64 = 65_536

  init() {
    var callbacks = wslay_event_callbacks()
    callbacks.recv_callback = { context, buffer, length, _, user in
      let count = WebSocketSession.from(user).read(into: buffer!, limit: length)
      if count == 0 { wslay_event_set_error(context, Int32(WSLAY_ERR_WOULDBLOCK.rawValue)) }
      return count == 0 ? -1 : count
    }
    callbacks.send_callback = { _, data, length, _, user in
      WebSocketSession.from(user).outgoing += UnsafeBufferPointer(start: data, count: length)
      return length
    }
    callbacks.on_msg_recv_callback = { _, message, user in
      WebSocketSession.from(user).append(message!.pointee)
    }
    let user = Unmanaged.passUnretained(self).toOpaque()
    precondition(wslay_event_context_server_init(&context, &callbacks, user) == 0)
    wslay_event_config_set_max_recv_msg_length(context, Self.messageLimit)
  }

  deinit {
    wslay_event_context_free(context)
  }

  /// Reads what the peer has sent. Pongs and the answer to a Close are in the output afterwards.
  func receive(_ bytes: [UInt8]) -> [Event] {
    incoming += bytes
    wslay_event_recv(context)
    incoming = []
    wslay_event_send(context)
    defer { events = [] }
    return events
  }

  func send(_ payload: [UInt8], isText: Bool) {
    queue(payload, opcode: isText ? WSLAY_TEXT_FRAME : WSLAY_BINARY_FRAME)
  }

  func ping(_ payload: [UInt8] = []) {
    queue(payload, opcode: WSLAY_PING)
  }

  /// Sends a Close with any code, also with one that a frame may not hold.
  func close(_ code: UInt16) {
    wslay_event_queue_close(context, code, nil, 0)
    wslay_event_send(context)
  }

  /// True once a Close was sent: nothing more may follow it.
  var isClosing: Bool { wslay_event_get_close_sent(context) != 0 }

  /// The framed bytes since the last call.
  func drainOutput() -> [UInt8] {
    defer { outgoing = [] }
    return outgoing
  }

  private func queue(_ payload: [UInt8], opcode: wslay_opcode) {
    payload.withUnsafeBufferPointer { bytes in
      var message = wslay_event_msg(
        opcode: UInt8(opcode.rawValue), msg: bytes.baseAddress, msg_length: bytes.count)
      wslay_event_queue_msg(context, &message)
    }
    wslay_event_send(context)
  }

  private func read(into buffer: UnsafeMutablePointer<UInt8>, limit: Int) -> Int {
    let count = min(limit, incoming.count)
    for index in 0..<count { buffer[index] = incoming[index] }
    incoming.removeFirst(count)
    return count
  }

  private func append(_ message: wslay_event_on_msg_recv_arg) {
    let bytes = Array(UnsafeBufferPointer(start: message.msg, count: message.msg_length))
    switch UInt32(message.opcode) {
    case WSLAY_TEXT_FRAME.rawValue: events.append(.text(String(decoding: bytes, as: UTF8.self)))
    case WSLAY_BINARY_FRAME.rawValue: events.append(.binary(bytes))
    case WSLAY_PING.rawValue: events.append(.ping)
    case WSLAY_PONG.rawValue: events.append(.pong(bytes))
    default: events.append(.close(Int(message.status_code)))
    }
  }

  private static func from(_ user: UnsafeMutableRawPointer?) -> WebSocketSession {
    Unmanaged<WebSocketSession>.fromOpaque(user!).takeUnretainedValue()
  }
}
