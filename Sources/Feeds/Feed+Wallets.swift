import MarketData

/// Which assets can be moved to and from the exchange: asked for while somebody looks.
extension Feed {
  private static let walletsEveryMilliseconds: Int64 = 60_000

  mutating func followWallets(_ wanted: Set<Int>, at now: Int64, _ say: (Update) -> Void) {
    let newcomers = wanted.subtracting(wallets)
    wallets = wanted
    guard !wanted.isEmpty, endpoint.wallets != nil else {
      walletsAt = nil
      return
    }
    sayWallets(of: newcomers, say)
    walletsAt = walletsAt ?? max(now, walletsAsked + Self.walletsEveryMilliseconds)
  }

  mutating func askForWallets(at now: Int64) {
    walletsAt = now + Self.walletsEveryMilliseconds
    if let gate = gates[.wallets], !gate.isOpen(now) {
      walletsAt = gate.opensAt
      return
    }
    walletsAsked = now
    if let path = endpoint.wallets?.walletPaths.first { ask(.wallets(0), path) }
  }

  mutating func readWallets(
    _ body: UnsafeBufferPointer<UInt8>, place: Int, at now: Int64, _ say: (Update) -> Void
  ) {
    if place == 0 { walletStates = [:] }
    guard let source = endpoint.wallets,
      source.readWallets(body, part: place, into: &walletStates)
    else {
      return complain(.wallets, .notice, "it makes no sense")
    }
    complaints[.wallets] = nil
    // Networks are part of what was said before them.
    if place == 0 { walletsHeard = now }
    if place + 1 < source.walletPaths.count {
      ask(.wallets(place + 1), source.walletPaths[place + 1])
    }
    sayWallets(of: wallets, say)
  }

  private func sayWallets(of markets: Set<Int>, _ say: (Update) -> Void) {
    for market in markets.sorted() {
      guard let base = exchange.market(code: code(of: market))?.base,
        let state = walletStates[base]
      else { continue }
      say(.wallet(market: market, state, heard: walletsHeard))
    }
  }
}
