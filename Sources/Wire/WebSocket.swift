import CCurl
import Timing

/// A socket of a wire, by the number that its caller has given it.
public struct SocketID: Hashable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }
}

/// One WebSocket from its first packet to its last: TCP, TLS and proxies by libcurl, then the
/// upgrade, then frames.
final class WebSocket: Pipe {
  /// Bytes read in one turn of the loop at most: a flood of data must not delay everything else.
  static let turnLimit = 64 << 10

  enum Event {
    case opened
    case message(UnsafeBufferPointer<UInt8>)
    case pong(number: Int?)
    case closed(reason: String, status: Int?, retryAfterSeconds: Int64?, cause: Wire.Cause)
  }

  let id: SocketID
  let curl = CurlHandle(readsAhead: true)
  private(set) var descriptor: Int32 = -1
  /// When the upgrade is given up, and how long it may take.
  private(set) var upgradeDeadline = Deadline.never
  private var upgradeMilliseconds: Int64 = 0
  /// True where the turn's limit was reached before the socket was empty.
  private(set) var isHungry = false

  private enum State {
    case connecting
    case upgrading(Upgrade)
    case open(Frames)
    case closed
  }
  private var state = State.connecting
  private let url: WireURL
  private let userAgent: String
  /// The first frames, which came with the end of the upgrade's head.
  private var incoming: ArraySlice<UInt8> = [] {
    // An empty slice would keep the whole array in memory.
    didSet { if incoming.isEmpty { incoming = [] } }
  }
  private var readThisTurn = 0

  init(id: SocketID, url: WireURL, userAgent: String, trusting anchors: TrustAnchors) {
    self.id = id
    self.url = url
    self.userAgent = userAgent
    curl.aim(at: url.overHTTP, trusting: anchors)
    curl.set(CURLOPT_CONNECT_ONLY, 1)
    curl.set(CURLOPT_FRESH_CONNECT, 1)
    curl.set(CURLOPT_HTTPPROXYTUNNEL, 1)
  }

  /// True while libcurl's poll does not watch this socket, so that ours has to.
  var isOurs: Bool {
    switch state {
    case .upgrading, .open: true
    case .connecting, .closed: false
    }
  }

  var wantsWrite: Bool {
    switch state {
    case .upgrading(let upgrade): upgrade.wantsWrite
    case .open(let frames): frames.wantsWrite
    case .connecting, .closed: false
    }
  }

  var wantsRead: Bool {
    if case .open(let frames) = state { frames.wantsRead } else { true }
  }

  /// True until libcurl has connected, or has failed to.
  var isConnecting: Bool { if case .connecting = state { true } else { false } }

  /// Gives the connection up.
  func fail(_ reason: String, _ cause: Wire.Cause, _ deliver: (Event) -> Void) {
    end(reason, cause: cause, deliver)
  }

  /// Begins the upgrade if libcurl has connected, and ends the socket if it has not.
  /// - Parameter limit: how long the upgrade may take, in milliseconds.
  func connected(_ code: CURLcode, at now: Int64, limit: Int64, _ deliver: (Event) -> Void) {
    guard code == CURLE_OK else {
      return end(curl.reason(code), cause: curl.cause(code), deliver)
    }
    _ = tealight_curl_get_socket(curl.handle, &descriptor)
    state = .upgrading(Upgrade(to: url, userAgent: userAgent))
    upgradeMilliseconds = limit
    upgradeDeadline = Deadline(now + limit)
    pump(at: now, deliver)
  }

  /// Reads and writes what can be read and written now.
  func pump(at now: Int64, _ deliver: (Event) -> Void) {
    isHungry = false
    readThisTurn = 0
    if case .upgrading(let upgrade) = state { self.upgrade(upgrade, at: now, deliver) }
    guard case .open(let frames) = state else { return }
    let reason = frames.pump { event in
      switch event {
      case .message(let bytes): deliver(.message(bytes))
      case .pong(let number): deliver(.pong(number: number))
      }
    }
    if let reason { end(reason, deliver) }
  }

  func send(text: String) {
    if case .open(let frames) = state { frames.send(text: text) }
  }

  func ping(number: Int) {
    if case .open(let frames) = state { frames.ping(number: number) }
  }

  /// Sends a Close frame if that is possible without waiting; nothing is sent afterwards.
  func close() {
    if case .open(let frames) = state { frames.close() }
    state = .closed
  }

  private func upgrade(_ upgrade: Upgrade, at now: Int64, _ deliver: (Event) -> Void) {
    if upgradeDeadline.isDue(at: now) {
      return end("no answer to the upgrade in \(upgradeMilliseconds / 1_000) s", deliver)
    }
    var upgrade = upgrade
    switch upgrade.step(curl) {
    case .incomplete: state = .upgrading(upgrade)
    case .accepted(let end):
      incoming = upgrade.incoming[end...]
      upgradeDeadline = .never
      state = .open(Frames(over: self))
      deliver(.opened)
    case .refused(let status, let wait):
      end(
        "the upgrade was answered with status \(status)", status: status,
        retryAfterSeconds: wait, deliver)
    case .broken(let why): end("the upgrade failed: \(why)", deliver)
    }
  }

  private func end(
    _ reason: String, status: Int? = nil, retryAfterSeconds: Int64? = nil,
    cause: Wire.Cause = .other, _ deliver: (Event) -> Void
  ) {
    state = .closed
    deliver(
      .closed(
        reason: reason, status: status, retryAfterSeconds: retryAfterSeconds, cause: cause))
  }

  func receive(_ buffer: UnsafeMutablePointer<UInt8>, _ length: Int) -> PipeResult {
    if !incoming.isEmpty {
      let count = min(length, incoming.count)
      incoming.withUnsafeBufferPointer { buffer.update(from: $0.baseAddress!, count: count) }
      incoming = incoming.dropFirst(count)
      return .moved(count)
    }
    isHungry = readThisTurn >= Self.turnLimit
    if isHungry { return .later }
    var count = 0
    let code = curl_easy_recv(curl.handle, buffer, length, &count)
    readThisTurn += count
    // libcurl reports the end of the stream as success with 0 bytes.
    return code == CURLE_AGAIN ? .later : code == CURLE_OK && count > 0 ? .moved(count) : .broken
  }

  func transmit(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> PipeResult {
    var count = 0
    let code = curl_easy_send(curl.handle, bytes, length, &count)
    return code == CURLE_AGAIN ? .later : code == CURLE_OK ? .moved(count) : .broken
  }
}
