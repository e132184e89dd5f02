/// What CoinGecko finds for a word, in its order.
public struct SearchResults: Equatable, Sendable {
  public struct Item: Equatable, Sendable {
    public var id: String
    public var name: String
    /// In capitals; nil of exchanges and categories.
    public var symbol: String?
    /// A coin's, by market capitalisation, from 1.
    public var rank: Int?
    /// An exchange's: `spot`, `futures`.
    public var kind: String?

    public init(id: String, name: String) { (self.id, self.name) = (id, name) }
  }

  public var coins: [Item] = []
  public var nfts: [Item] = []
  public var exchanges: [Item] = []
  public var categories: [Item] = []

  public init() {}

  public var isEmpty: Bool {
    coins.isEmpty && nfts.isEmpty && exchanges.isEmpty && categories.isEmpty
  }
}
