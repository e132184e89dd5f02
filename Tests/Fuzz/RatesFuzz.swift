import MarketData

@testable import Feeds

private let sources: [any RateSource] = [OpenExchangeRates(appID: "k"), Frankfurter(), ERAPI()]

/// Whatever a bank sends, with whatever status: rates come out of it, or one plain line of rejection.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = UnsafeBufferPointer(start: bytes, count: count)
  for source in sources {
    for status in [200, 401, 429, 503] {
      switch source.read(text, status: status, retryAfterSeconds: nil) {
      case .success(let answer):
        let rates = answer.rates
        precondition(status == 200 && !rates.units.isEmpty && rates.units.count <= 1_001)
        precondition(rates.units.values.allSatisfy { $0.isFinite && $0 > 0 })
        precondition(ExchangeClock.era.contains(rates.time))
      case .failure(let rejection):
        precondition(rejection.word.utf8.count <= 80)
        precondition(rejection.word.utf8.allSatisfy { 0x20...0x7E ~= $0 })
      }
    }
  }
  return 0
}
