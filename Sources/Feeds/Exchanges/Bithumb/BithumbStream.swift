extension Bithumb {
  /// Whether a second request replaces the first is not documented.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    [request(new, ticket: ticket)]
  }

  public var parser: MessageParser { { KoreanMessage.read($0, of: $1, isStream: true) } }
}
