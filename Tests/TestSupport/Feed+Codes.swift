import Feeds
import MarketData

extension Feed {
  /// A feed of markets that are numbered as they come.
  public init(
    _ exchange: any Exchange, _ codes: [String], waits: Waits = Waits(), seed: UInt64 = 7
  ) {
    self.init(
      exchange: exchange, markets: codes.enumerated().map { (MarketID($0.offset), $0.element) },
      waits: waits, seed: seed)
  }
}
