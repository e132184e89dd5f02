/// Whether an asset can be moved to and from an exchange, as a whole and by network.
public struct WalletState: Equatable, Sendable {
  /// What the exchange says of both ways; nil where it does not say.
  public struct Passage: Equatable, Sendable {
    public var canDeposit: Bool?
    public var canWithdraw: Bool?

    public init(canDeposit: Bool? = nil, canWithdraw: Bool? = nil) {
      self.canDeposit = canDeposit
      self.canWithdraw = canWithdraw
    }
  }

  /// A chain that carries it.
  public struct Network: Equatable, Sendable {
    public var name: String
    public private(set) var passage: Passage

    public init(name: String, passage: Passage) {
      self.name = name
      self.passage = passage
    }
  }

  public var passage: Passage
  /// In the exchange's order; empty where it does not tell them apart.
  public private(set) var networks: [Network] = []
  private static let networksMax = 64

  public init(_ passage: Passage = Passage(), networks: [Network] = []) {
    self.passage = passage
    for network in networks { add(network) }
  }

  /// Adds a network, or replaces the one of that name.
  public mutating func add(_ network: Network) {
    if let index = networks.firstIndex(where: { $0.name == network.name }) {
      networks[index] = network
    } else if networks.count < Self.networksMax {
      networks.append(network)
    }
  }
}
