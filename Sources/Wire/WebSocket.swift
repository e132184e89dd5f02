import CCurl
import COpenSSL
import CWslay

/// One WebSocket: TCP, TLS and proxies by libcurl, frames by wslay (RFC 6455).
///
/// Pings are answered here; messages are whole, at most 4 MiB, and valid UTF-8 where they are text.
final class WebSocket {
  static let messageLimit: UInt64 = 4 << 20
  /// Bytes read in one turn of the loop at most: a flood must not starve anybody.
  static let turnLimit = 64 << 10
  /// Answers that wait to be sent at most, before the peer counts as one who does not read.
  private static let queueLimit = 64
  static let upgradeMilliseconds: Int64 = 10_000

  enum Event {
    case opened
    case message(UnsafeBufferPointer<UInt8>)
    case pong
    case closed(reason: String, status: Int?, retryAfterSeconds: Int64?, isNetworkDown: Bool)
  }

  let id: Int
  let easy = Easy()
  private var upgrading: Upgrade
  private var random = SystemRandomNumberGenerator()

  private enum State { case connecting, upgrading, open, closed }
  private var state = State.connecting
  private(set) var descriptor: Int32 = -1
  private(set) var upgradeDeadline: Int64?
  /// The first frames, which came with the end of the upgrade's head.
  private var incoming: ArraySlice<UInt8> = []
  private var readThisTurn = 0
  /// True where the turn's limit was reached before the socket was empty.
  private(set) var isHungry = false
  /// The connection broke; a frame was not one.
  private var isCut = false
  private var isMalformed = false
  private var frames: wslay_event_context_ptr?
  private var deliver: ((Event) -> Void)?

  init(id: Int, url: WireURL, caFile: String?) {
    self.id = id
    upgrading = Upgrade(to: url)
    easy.aim(at: url.overHTTP, caFile: caFile)
    easy.set(CURLOPT_CONNECT_ONLY, 1)
    easy.set(CURLOPT_FRESH_CONNECT, 1)
    easy.set(CURLOPT_HTTPPROXYTUNNEL, 1)
    _ = tealight_curl_set_tls(easy.handle) { _, context, _ in
      tealight_tls_read_ahead(context)
      return CURLE_OK
    }
  }

  deinit { wslay_event_context_free(frames) }

  /// True while libcurl's poll does not watch this socket and ours has to.
  var isOurs: Bool { state == .upgrading || state == .open }

  var wantsWrite: Bool {
    state == .upgrading
      ? upgrading.wantsWrite : state == .open && wslay_event_want_write(frames) != 0
  }

  /// libcurl has connected, or has not.
  func connected(_ code: CURLcode, at now: Int64, _ deliver: (Event) -> Void) {
    guard code == CURLE_OK else {
      return end(easy.reason(code), isNetworkDown: easy.isNetworkDown, deliver)
    }
    _ = tealight_curl_get_socket(easy.handle, &descriptor)
    state = .upgrading
    upgradeDeadline = now + Self.upgradeMilliseconds
    pump(at: now, deliver)
  }

  /// Reads and writes what can be read and written now.
  func pump(at now: Int64, _ deliver: (Event) -> Void) {
    isHungry = false
    readThisTurn = 0
    if state == .upgrading { upgrade(at: now, deliver) }
    if state == .open { exchangeFrames(deliver) }
  }

  func send(text: String) { send(WSLAY_TEXT_FRAME, text) }

  func ping() { send(WSLAY_PING, "") }

  private func send(_ opcode: wslay_opcode, _ text: String) {
    guard state == .open else { return }
    var text = text
    text.withUTF8 { bytes in
      var message = wslay_event_msg(
        opcode: UInt8(opcode.rawValue), msg: bytes.baseAddress, msg_length: bytes.count)
      _ = wslay_event_queue_msg(frames, &message)
    }
    _ = wslay_event_send(frames)
  }

  /// A frame was malformed. wslay would end with a Close that says nothing: ours says why.
  private func refuse(_ deliver: (Event) -> Void) {
    let code = UInt16(WSLAY_CODE_PROTOCOL_ERROR.rawValue)
    let mask = (0..<4).map { _ in random.next() as UInt8 }
    let frame: [UInt8] =
      [0x88, 0x82] + mask + [UInt8(code >> 8) ^ mask[0], UInt8(code & 0xFF) ^ mask[1]]
    var count = 0
    _ = curl_easy_send(easy.handle, frame, frame.count, &count)
    end("closed by us with code \(code)", deliver)
  }

  /// Says goodbye, if that can be sent at once, and is silent from then on.
  func close() {
    if state == .open {
      _ = wslay_event_queue_close(frames, UInt16(WSLAY_CODE_NORMAL_CLOSURE.rawValue), nil, 0)
      _ = wslay_event_send(frames)
    }
    state = .closed
  }

  private func end(
    _ reason: String, status: Int? = nil, retryAfterSeconds: Int64? = nil,
    isNetworkDown: Bool = false, _ deliver: (Event) -> Void
  ) {
    guard state != .closed else { return }
    state = .closed
    deliver(
      .closed(
        reason: reason, status: status, retryAfterSeconds: retryAfterSeconds,
        isNetworkDown: isNetworkDown))
  }

  private func upgrade(at now: Int64, _ deliver: (Event) -> Void) {
    if let upgradeDeadline, now >= upgradeDeadline {
      return end("no answer to the upgrade in \(Self.upgradeMilliseconds / 1_000) s", deliver)
    }
    switch upgrading.step(easy) {
    case .incomplete: return
    case .accepted(let end):
      incoming = upgrading.incoming[end...]
      open(deliver)
    case .refused(let status, let wait):
      end(
        "the upgrade was answered with status \(status)", status: status,
        retryAfterSeconds: wait, deliver)
    case .broken(let why): end("the upgrade failed: \(why)", deliver)
    }
  }

  private func open(_ deliver: (Event) -> Void) {
    var callbacks = wslay_event_callbacks()
    callbacks.recv_callback = { context, buffer, length, _, me in
      WebSocket.of(me).receive(context, buffer!, length)
    }
    callbacks.send_callback = { context, bytes, length, _, me in
      WebSocket.of(me).transmit(context, bytes!, length)
    }
    callbacks.genmask_callback = { _, buffer, length, me in
      for index in 0..<length { buffer![index] = WebSocket.of(me).random.next() }
      return 0
    }
    callbacks.on_frame_recv_start_callback = { _, frame, me in
      // wslay takes a Close of one byte for one without a code (RFC 6455 section 5.5.1).
      let isClose = UInt32(frame!.pointee.opcode) == WSLAY_CONNECTION_CLOSE.rawValue
      if isClose, frame!.pointee.payload_length == 1 { WebSocket.of(me).isMalformed = true }
    }
    callbacks.on_msg_recv_callback = { _, message, me in
      WebSocket.of(me).take(message!.pointee)
    }
    wslay_event_context_client_init(&frames, &callbacks, Unmanaged.passUnretained(self).toOpaque())
    wslay_event_config_set_max_recv_msg_length(frames, Self.messageLimit)
    state = .open
    upgradeDeadline = nil
    deliver(.opened)
  }

  private func exchangeFrames(_ deliver: (Event) -> Void) {
    withoutActuallyEscaping(deliver) { deliver in
      self.deliver = deliver
      defer { self.deliver = nil }
      let read = wslay_event_want_read(frames) == 0 ? 0 : wslay_event_recv(frames)
      if isMalformed || (read != 0 && !isCut) { return refuse(deliver) }
      let wrote = wslay_event_want_write(frames) == 0 ? 0 : wslay_event_send(frames)
      if read != 0 || wrote != 0 { return end("the connection was cut", deliver) }
      if wslay_event_want_read(frames) == 0, wslay_event_want_write(frames) == 0 {
        return end(goodbye, deliver)
      }
      if wslay_event_get_queued_msg_count(frames) > Self.queueLimit {
        end("the exchange does not read what we answer", deliver)
      }
    }
  }

  /// Who closed, and with which code (RFC 6455 section 7.4).
  private var goodbye: String {
    wslay_event_get_close_received(frames) != 0
      ? "closed by the exchange with code \(wslay_event_get_status_code_received(frames))"
      : "closed by us with code \(wslay_event_get_status_code_sent(frames))"
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> WebSocket {
    Unmanaged<WebSocket>.fromOpaque(pointer!).takeUnretainedValue()
  }

  private func take(_ message: wslay_event_on_msg_recv_arg) {
    switch UInt32(message.opcode) {
    case WSLAY_TEXT_FRAME.rawValue, WSLAY_BINARY_FRAME.rawValue:
      deliver?(.message(UnsafeBufferPointer(start: message.msg, count: message.msg_length)))
    case WSLAY_PONG.rawValue: deliver?(.pong)
    default: break
    }
  }

  private func receive(
    _ context: wslay_event_context_ptr?, _ buffer: UnsafeMutablePointer<UInt8>, _ length: Int
  ) -> Int {
    if !incoming.isEmpty {
      let count = min(length, incoming.count)
      incoming.withUnsafeBufferPointer { buffer.update(from: $0.baseAddress!, count: count) }
      incoming = incoming.dropFirst(count)
      return count
    }
    var count = 0
    isHungry = readThisTurn >= Self.turnLimit
    let code =
      isHungry ? CURLE_AGAIN : curl_easy_recv(easy.handle, buffer, length, &count)
    readThisTurn += count
    if code == CURLE_OK, count > 0 { return count }
    return stop(context, code)
  }

  private func transmit(
    _ context: wslay_event_context_ptr?, _ bytes: UnsafePointer<UInt8>, _ length: Int
  ) -> Int {
    var count = 0
    let code = curl_easy_send(easy.handle, bytes, length, &count)
    return code == CURLE_OK ? count : stop(context, code)
  }

  /// Tells wslay why nothing more can be read or written: later, or never again.
  private func stop(_ context: wslay_event_context_ptr?, _ code: CURLcode) -> Int {
    isCut = code != CURLE_AGAIN
    let error = isCut ? WSLAY_ERR_CALLBACK_FAILURE : WSLAY_ERR_WOULDBLOCK
    wslay_event_set_error(context, Int32(error.rawValue))
    return -1
  }
}
