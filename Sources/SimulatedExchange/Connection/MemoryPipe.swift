/// A connection within this process: what one end writes, the other reads, at once.
public final class MemoryPipe: Transport {
  /// Bytes of the client that the server has not read yet, and the other way round.
  private var toServer: [UInt8] = []
  private var toClient: [UInt8] = []
  /// Whether the server has ended it.
  public private(set) var isEnded = false
  /// Whether the server has ended it by a reset.
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

  /// Closes the client's end.
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

/// How a server in this process answers an attempt to connect.
public enum Dialling {
  case refused
  /// The server's certificate must not be trusted, for this reason.
  case untrusted(FaultKind)
  case connected(MemoryPipe)
}
