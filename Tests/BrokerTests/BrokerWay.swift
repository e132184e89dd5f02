import Glibc
import Testing

@testable import Broker

/// What lies between a client and its broker, and may let nothing through while both stay connected.
final class BrokerWay {
  let port: UInt16
  var isBlocked = false
  private let broker: UInt16
  private let listener: Int32
  /// Descriptors of both ends, of all connections so far.
  private var pairs: [(client: Int32, broker: Int32)] = []

  init(to broker: UInt16) throws {
    self.broker = broker
    (listener, port) = BrokerBench.listener()
  }

  deinit {
    for pair in pairs {
      close(pair.client)
      close(pair.broker)
    }
    close(listener)
  }

  /// The first of the client's events that fits, others dropped, while bytes go both ways.
  func first<Value>(of client: BrokerClient, _ fits: (BrokerEvent) -> Value?) -> Value? {
    // Far longer than a connection takes to be lost.
    for _ in 0..<1_200 {
      while let event = client.next() {
        if let value = fits(event) { return value }
      }
      let ends = isBlocked ? [] : pairs.flatMap { [$0.client, $0.broker] }
      var polls = ([client.descriptor, listener] + ends).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&polls, nfds_t(polls.count), 50)
      if polls[1].revents != 0 { connect() }
      if !isBlocked { pairs.removeAll { !carry($0) } }
    }
    return nil
  }

  private func connect() {
    let client = accept(listener, nil, nil)
    let broker = BrokerBench.connection(to: self.broker)
    if client >= 0, let broker { pairs.append((client, broker)) }
  }

  /// - Returns: false where one end has closed it, and so both are closed.
  private func carry(_ pair: (client: Int32, broker: Int32)) -> Bool {
    if carry(from: pair.client, to: pair.broker), carry(from: pair.broker, to: pair.client) {
      return true
    }
    close(pair.client)
    close(pair.broker)
    return false
  }

  private func carry(from source: Int32, to target: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(source, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count > 0 { send(target, bytes, count, Int32(MSG_NOSIGNAL)) }
    return count > 0 || count < 0 && errno == EAGAIN
  }
}
