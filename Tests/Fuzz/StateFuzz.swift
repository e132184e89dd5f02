import Configuration
import Glance
import State

@testable import Tealight

private let names: StateNames = {
  let text = "markets = [\"upbit:KRW-BTC\", \"BTC/KRW\", \"kraken:BTC/USD\"]"
  guard let config = try? Config.read(Array(text.utf8), file: "t.toml", Catalogue()) else {
    preconditionFailure("the configuration is good")
  }
  return StateNames(config)
}()

/// Whatever a card gives back, it is damaged, or preferences that can be chosen here and kept again. What is
/// fed is tried as it is and with a sum that fits: else no run would get beyond it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let file = Array(UnsafeBufferPointer(start: bytes, count: count))
  let signed = StateText.signed("\(StateText.head)\n\(String(decoding: file, as: UTF8.self))\n")
  for bytes in [file, Array(signed.utf8)] {
    guard let preferences = StateText.preferences(bytes, names, home: .clock) else { continue }
    precondition(PageCatalog.turnable.contains(preferences.page))
    precondition(names.places.indices.contains(preferences.place))
    precondition(preferences.favourites.isSubset(of: names.markets))
    let again = StateText.text(preferences, names)
    precondition(
      StateText.preferences(Array(again.utf8), names, home: .clock)?.page == preferences.page)
  }
  return 0
}
