/// The fields that we read, by their DEFAULT and SIMPLE names.
enum KoreanField {
  case type, code, price, baselinePrice, dayLow, dayHigh, yearLow, yearHigh, dayVolume, dayTurnover
  case bid, ask, volume, side, book, time, tradeTime, tradeDate, tradeTimeOfDay, id, streamType
  case dayOpen, marketState, delistsOn, error, other

  /// By length first: most of the thirty-three keys of a ticker are told apart by that alone.
  @inline(__always)
  init(_ key: JSONText) {
    self = .other
    switch key.isEscaped ? key.unescaped.count : key.raw.count {
    case 2: self = Self.ofTwoLetters(key)
    case 3...6: self = Self.ofFewLetters(key)
    case 7: if key == "ask_bid" { self = .side }
    case 9:
      if key == "timestamp" { self = .time }
      if key == "low_price" { self = .dayLow }
    case 10:
      if key == "high_price" { self = .dayHigh }
      // These are read only in answers to calls, and have no short names.
      if key == "trade_date" { self = .tradeDate }
      if key == "trade_time" { self = .tradeTimeOfDay }
    case 11:
      if key == "trade_price" { self = .price }
      if key == "stream_type" { self = .streamType }
    case 12:
      if key == "trade_volume" { self = .volume }
      if key == "market_state" { self = .marketState }
    case 13:
      if key == "sequential_id" { self = .id }
      if key == "opening_price" { self = .dayOpen }
    case 14:
      if key == "delisting_date" { self = .delistsOn }
      if key == "best_bid_price" { self = .bid }
      if key == "best_ask_price" { self = .ask }
    case 15:
      if key == "trade_timestamp" { self = .tradeTime }
      if key == "orderbook_units" { self = .book }
    case 18: if key == "prev_closing_price" { self = .baselinePrice }
    case 19: if key == "acc_trade_price_24h" { self = .dayTurnover }
    case 20:
      if key == "acc_trade_volume_24h" { self = .dayVolume }
      if key == "lowest_52_week_price" { self = .yearLow }
    case 21: if key == "highest_52_week_price" { self = .yearHigh }
    default: break
    }
  }

  private static func ofTwoLetters(_ key: JSONText) -> KoreanField {
    if key == "ty" { return .type }
    if key == "cd" { return .code }
    if key == "tp" { return .price }
    if key == "lp" { return .dayLow }
    if key == "hp" { return .dayHigh }
    if key == "tv" { return .volume }
    if key == "ab" { return .side }
    if key == "st" { return .streamType }
    if key == "ms" { return .marketState }
    if key == "op" { return .dayOpen }
    if key == "dd" { return .delistsOn }
    return .other
  }

  private static func ofFewLetters(_ key: JSONText) -> KoreanField {
    if key == "code" { return .code }
    if key == "type" { return .type }
    if key == "tms" { return .time }
    if key == "ttms" { return .tradeTime }
    if key == "pcp" { return .baselinePrice }
    if key == "sid" { return .id }
    if key == "obu" { return .book }
    if key == "bbp" { return .bid }
    if key == "bap" { return .ask }
    if key == "error" { return .error }
    if key == "market" { return .code }
    if key == "atp24h" { return .dayTurnover }
    if key == "atv24h" { return .dayVolume }
    if key == "h52wp" { return .yearHigh }
    if key == "l52wp" { return .yearLow }
    return .other
  }
}
