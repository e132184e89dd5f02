/// What a feed tells the desk.
public enum Update: Equatable, Sendable {
  case trade(market: MarketID, Trade)
  case ticker(market: MarketID, Ticker)
  /// Trades that were made lately: they belong to no candle, since those know them already.
  case tape(market: MarketID, [Trade])
  /// A price that a poll brought at `time`, by the exchange's clock, while no stream is there.
  case sample(market: MarketID, price: Double, time: Int64)
  /// The exchange's own candles, oldest first, whatever their span divides `Candle.span`.
  /// They are all there was in `covering` (Unix milliseconds).
  case history(market: MarketID, [Candle], covering: Range<Int64>)
  /// In that time (Unix milliseconds by the exchange's clock) the stream was not heard of the market:
  /// what history does not fill is not known.
  case missed(market: MarketID, Range<Int64>)
  /// Takes back what was told of whole buckets of that time, where nothing was traded in them.
  case retracted(market: MarketID, Range<Int64>)
  /// The candles of a longer span that the exchange keeps: all that is known of them.
  case candles(market: MarketID, CandleHistory)
  /// Whether the market's past is still being asked for.
  case filling(market: MarketID, Bool)
  /// What the exchange's list says of this market.
  case listing(market: MarketID, Listing)
  case book(market: MarketID, OrderBook)
  /// Whether the market's base can be moved to and from the exchange, and our monotonic time when the
  /// exchange said so.
  case wallet(market: MarketID, WalletState, heard: Int64)
  /// Whether the exchange lists this market and trades it; until it says no, it does. Of one that is not
  /// traded: whether the exchange has it on its list all the same.
  case listed(market: MarketID, Bool, isHalted: Bool = false)
  /// The market is not heard although its exchange is; nil where it is heard as its exchange is.
  case unheard(market: MarketID, Unheard?)
  /// Whether the exchange's stream tells of the market, where there is one; until it says no, it does.
  case streamed(market: MarketID, Bool)
  /// The market is no longer followed: its price moves on unheard.
  case unfollowed(market: MarketID)
  /// The exchange's Unix milliseconds less our monotonic milliseconds.
  case clock(exchange: String, offset: Int64)
  /// Which market is shown at a display place from now on.
  case selected(PlaceID, MarketID)
  /// The exchange is heard another way, under this name on the screen.
  case title(exchange: String, String)
  /// What keeps the exchange from being heard; nil once nothing does.
  case failure(exchange: String, FailureReason?)
  /// What keeps a service that tells of other things than markets from being heard, by its name on the
  /// screen; nil once nothing does.
  case serviceFailure(service: String, FailureReason?)
  /// Whether such a service that stays connected is heard.
  case serviceHeard(service: String, Bool)
  /// How the exchange is heard, and our monotonic time when it last spoke.
  case link(exchange: String, Link, heard: Int64?)
  /// The markets of an exchange in which most is traded, as the wish asks, the most traded first.
  case ranking(RankingWish, [RankedMarket])
  /// Why such a ranking was not told, and what the exchange is called on the screen.
  case rankingFailure(RankingWish, exchange: String, FailureReason)
  /// All exchange rates that are known, those of the preferred source first.
  case rates([ExchangeRates])
  /// What is trending, and our monotonic time when CoinGecko said so.
  case trending(Trending, heard: Int64)
  /// What is known of coins, by the names that exchanges use: `BTC`.
  case facts([String: CoinFacts])
}
