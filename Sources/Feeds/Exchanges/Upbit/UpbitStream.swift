extension Upbit {
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    [request(new, ticket: ticket, depth: ".15")]
  }

  public var parser: MessageParser { { KoreanMessage.read($0, of: $1, isStream: true) } }
}
