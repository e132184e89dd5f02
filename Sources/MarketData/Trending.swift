/// What people look for on CoinGecko at this time, most of all first. What it did not say is nil.
public struct Trending: Equatable, Sendable {
  public struct Coin: Equatable, Sendable {
    public var id: String
    /// In capitals, and not unique: `DOGE`.
    public var symbol: String
    public var name: String
    /// By market capitalisation, from 1.
    public var rank: Int?
    /// In USD.
    public var price: Double?
    /// In 24 hours, a fraction, counted in USD.
    public var change: Double?
    /// In USD.
    public var marketCap: Double?
    public var volume: Double?

    public init(id: String, symbol: String, name: String) {
      (self.id, self.symbol, self.name) = (id, symbol, name)
    }
  }

  public struct NFT: Equatable, Sendable {
    public var id: String
    public var symbol: String
    public var name: String
    /// The lowest price asked for one, in `currency`.
    public var floorPrice: Double?
    /// `ETH`
    public var currency: String?
    /// In 24 hours, a fraction.
    public var change: Double?

    public init(id: String, symbol: String, name: String) {
      (self.id, self.symbol, self.name) = (id, symbol, name)
    }
  }

  public struct Category: Equatable, Sendable {
    public var name: String
    /// How many coins are in it.
    public var coins: Int?
    /// In 24 hours, a fraction, counted in USD.
    public var change: Double?
    /// In USD.
    public var marketCap: Double?

    public init(name: String) { self.name = name }
  }

  /// Who says so, as it is called on the screen.
  public static let service = "CoinGecko"

  public var coins: [Coin] = []
  public var nfts: [NFT] = []
  public var categories: [Category] = []

  public init() {}
}
