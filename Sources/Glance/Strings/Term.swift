import State

/// Strings that stand by themselves on a page: a label, a state, a sentence without a name in it.
public enum Term: String, CaseIterable, Sendable {
  // What is counted.
  case price, change, open, high, low, volume, turnover, marketCap, rank, day, year, week
  case bid, ask, spread, buy, sell
  // Where there is nothing to show.
  case noTrades, noBook, noCandles, noHoldings, noPremium, noWallet, noTrending, noFacts
  case notListed, noRanking
  // Money.
  case holdings, averagePrice, value, profit, loss, total, today, officialRate, coinRate
  // Wallets.
  case deposit, withdrawal, possible, suspended, unknown, network
  // Lists.
  case markets, favourites, configuredOrder, coins, collections
  // The link.
  case address, signal, connected, polled, silent, since, documentation, noAddress
  // What hands may ask for.
  case next, previous, home, favourite, sort, snooze, hold, layout, language, theme, colours
  case currency, span, indicator, retry
}
