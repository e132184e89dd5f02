/// A socket on the simulated Bithumb, of one of its two APIs.
final class BithumbListener: SimulatedListener {
  let socket: SimulatedSocket
  let isClassic: Bool

  /// What API 2.x knows of it.
  var subscription: Subscription?
  var format = UpbitFormat.full
  /// When the next `{"status":"UP"}` is due; nil until the client has sent PING.
  var statusDue: Int64?

  /// What API 1.x knows of it, by type, and what is still to be acknowledged.
  private(set) var filters: [String: BithumbFilter] = [:]
  var waiting: [(due: Int64, filter: BithumbFilter)] = []

  init(_ socket: SimulatedSocket, isClassic: Bool) {
    self.socket = socket
    self.isClassic = isClassic
  }

  /// - Parameter isAdding: whether a second filter of a type adds to the first or replaces it.
  func register(_ filter: BithumbFilter, isAdding: Bool) {
    if isAdding {
      filters[filter.type, default: filter].codes.formUnion(filter.codes)
    } else {
      filters[filter.type] = filter
    }
  }
}

/// What a client of API 1.x asks for: `{"type":"ticker","symbols":["BTC_KRW"],"tickTypes":["24H"]}`.
struct BithumbFilter: Equatable {
  let type: String
  var codes: Set<String>
  let tickTypes: [String]

  /// Nil where the syntax is not the documented one, or a symbol unknown.
  init?(_ bytes: [UInt8], knows: (String) -> Bool) {
    guard let value = JSONValue(bytes), let type = value["type"]?.text,
      ["ticker", "transaction", "orderbookdepth", "orderbooksnapshot"].contains(type),
      let symbols = value["symbols"]?.elements, !symbols.isEmpty
    else { return nil }
    let codes = symbols.compactMap { $0.text.map(BithumbClassicObject.code) }
    let tickTypes = value["tickTypes"]?.elements?.compactMap(\.text) ?? []
    guard codes.count == symbols.count, codes.allSatisfy(knows),
      tickTypes.allSatisfy(["30M", "1H", "12H", "24H", "MID"].contains),
      type != "ticker" || !tickTypes.isEmpty
    else { return nil }
    self.type = type
    self.codes = Set(codes)
    self.tickTypes = tickTypes
  }
}
