import MarketData

extension BithumbAPI {
  public var walletPaths: [String] {
    ["/public/assetsstatus/ALL", "/public/assetsstatus/multichain/ALL"]
  }

  /// The assets' states, then those of their networks.
  public func readWallets(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into wallets: inout [String: WalletState]
  ) -> Bool {
    var found = wallets
    let envelope = BithumbEnvelope(bytes) { scanner in
      if part == 0 {
        Self.readAssets(&scanner, into: &found)
      } else {
        Self.readNetworks(&scanner, into: &found)
      }
    }
    guard envelope.isGood else { return false }
    wallets = found
    return true
  }

  /// `{"BTC":{"deposit_status":1,"withdrawal_status":0},…}`
  private static func readAssets(
    _ scanner: inout JSONScanner, into wallets: inout [String: WalletState]
  ) {
    guard scanner.kind == .object else { return scanner.skip() }
    scanner.enter(.object)
    while let asset = scanner.nextKey() {
      guard scanner.kind == .object else {
        scanner.skip()
        continue
      }
      let (_, _, passage) = readStatus(&scanner)
      wallets[asset.string, default: WalletState()].passage = passage
    }
  }

  /// `[{"currency":"BTC","net_type":"BTC","deposit_status":1,"withdrawal_status":1},…]`
  private static func readNetworks(
    _ scanner: inout JSONScanner, into wallets: inout [String: WalletState]
  ) {
    guard scanner.kind == .array else { return scanner.skip() }
    scanner.enter(.array)
    while scanner.nextElement() {
      guard scanner.kind == .object else {
        scanner.skip()
        continue
      }
      let (asset, network, passage) = readStatus(&scanner)
      guard let asset, let network else { continue }
      wallets[asset, default: WalletState()].add(
        WalletState.Network(name: network, passage: passage))
    }
  }

  private static func readStatus(
    _ scanner: inout JSONScanner
  ) -> (asset: String?, network: String?, WalletState.Passage) {
    var asset: String?
    var network: String?
    var passage = WalletState.Passage()
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "currency" {
        asset = scanner.string()?.string
      } else if key == "net_type" {
        network = scanner.string()?.name
      } else if key == "deposit_status" {
        passage.canDeposit = flag(&scanner)
      } else if key == "withdrawal_status" {
        passage.canWithdraw = flag(&scanner)
      } else {
        scanner.skip()
      }
    }
    return (asset, network, passage)
  }

  /// 1 or 0, in a string or not, or a plain word.
  private static func flag(_ scanner: inout JSONScanner) -> Bool? {
    if scanner.kind == .literal { return scanner.boolean() }
    return switch scanner.number()?.integer {
    case 1: true
    case 0: false
    default: nil
    }
  }
}
