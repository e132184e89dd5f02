/// A connection within this process: what one end writes, the other reads, at once.
public final class MemoryPipe: Transport {
  /// From the client, unread by the server; and the other way.
  private var toServer: [UInt8] = []
  private var toClient: [UInt8] = []
  /// Whether the server has ended it.
  public private(set) var isEnded = false
  /// Whether it has ended it by a reset.
  public private(set) var isReset = false
  private var isLeft = false

  // MARK: The client's end

  public func send(_ bytes: some Sequence<UInt8>) { toServer.append(contentsOf: bytes) }

  /// What the server has sent since the last call.
  public func receive() -> [UInt8] {
    defer { toClient = [] }
    return toClient
  }

  public var hasOutput: Bool { !toClient.isEmpty }

  /// The client has gone.
  public func leave() { isLeft = true }

  // MARK: The server's end

  var descriptor: Int32? { nil }
  var hasHandshaken: Bool { true }

  func resetOnClose() { isReset = true }

  func close() { isEnded = true }

  func read(into bytes: inout [UInt8], limit: Int) throws(TransportFailure) -> Bool {
    if toServer.isEmpty, isLeft { throw .ended }
    bytes += toServer.prefix(limit)
    toServer.removeFirst(min(limit, toServer.count))
    return !toServer.isEmpty
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(TransportFailure) -> Int {
    if isLeft { throw .ended }
    toClient += bytes
    return bytes.count
  }
}

/// How a server of this process takes a connection.
public enum Dialling {
  case refused
  /// Its certificate is not to be trusted, for this reason.
  case untrusted(FaultKind)
  case connected(MemoryPipe)
}
