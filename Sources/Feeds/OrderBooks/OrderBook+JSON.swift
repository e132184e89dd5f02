import MarketData

extension OrderBook.Level {
  /// `[["104810.00","0.5",…],…]`: prices and sizes as numbers or texts; further elements are skipped.
  /// - Returns: nil where one of the levels makes no sense.
  static func read(_ scanner: inout JSONScanner) -> [Self]? {
    guard scanner.kind == .array else {
      scanner.skip()
      return nil
    }
    var levels: [Self]? = []
    scanner.readLists { scanner in
      if let level = Self(&scanner) { levels?.append(level) } else { levels = nil }
    }
    return levels
  }

  /// The next two elements of the list that the scanner is in.
  init?(_ scanner: inout JSONScanner) {
    guard scanner.nextElement(), let price = scanner.number()?.double,
      scanner.nextElement(), let size = scanner.number()?.double
    else { return nil }
    self.init(price: price, size: size)
    guard isBelieved else { return nil }
  }

  /// A size of 0 takes a level out of a book that is told in changes.
  var isBelieved: Bool { price.isPrice && size.isAmount }
}

extension BookLevel {
  /// `[{"price":104810.0,"qty":0.5},…]`, with the digits of the numbers.
  /// - Returns: nil where one of the levels makes no sense.
  static func read(_ scanner: inout JSONScanner) -> [Self]? {
    guard scanner.kind == .array else {
      scanner.skip()
      return nil
    }
    var levels: [Self]? = []
    scanner.enter(.array)
    while scanner.nextElement() {
      var (price, size): (JSONDecimal?, JSONDecimal?)
      if scanner.kind == .object {
        scanner.enter(.object)
        while let key = scanner.nextKey() {
          if key == "price" {
            price = scanner.number()
          } else if key == "qty" {
            size = scanner.number()
          } else {
            scanner.skip()
          }
        }
      } else {
        scanner.skip()
      }
      guard let price, let size else {
        levels = nil
        continue
      }
      let level = Self(price: price, size: size)
      if level.level.isBelieved { levels?.append(level) } else { levels = nil }
    }
    return levels
  }
}
