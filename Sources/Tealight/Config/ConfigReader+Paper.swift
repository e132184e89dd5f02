extension ConfigReader {
  mutating func readPaper(_ table: inout TableReader) {
    if let percent = table.number("refresh_percent", in: 0.01...100) {
      config.paper.refreshPercent = percent
    }
    if let candles = table.integer("refresh_candles", in: 1...240) {
      config.paper.refreshCandles = candles
    }
    if let count = table.integer("full_every", in: 1...200) { config.paper.fullEvery = count }
    mistakes += table.finish()
  }
}
