/// A connection to one of the two APIs of the simulated Bithumb. API 2.x is Upbit's.
final class BithumbListener: UpbitListener {
  let isClassic: Bool

  /// The filters of API 1.x by type, and those that are still to be acknowledged.
  private(set) var filters: [String: BithumbFilter] = [:]
  private var waiting: [(due: Int64, filter: BithumbFilter)] = []

  init(_ socket: SimulatedSocket, isClassic: Bool) {
    self.isClassic = isClassic
    super.init(socket)
  }

  /// A filter that is acknowledged at `due` (monotonic milliseconds).
  func enqueue(_ filter: BithumbFilter, due: Int64) { waiting.append((due, filter)) }

  /// The next filter that is to be acknowledged now; it waits no more.
  func dequeueFilter(at now: Int64) -> BithumbFilter? {
    guard let next = waiting.first, next.due <= now else { return nil }
    return waiting.removeFirst().filter
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

/// What a client of API 1.x asks for:
/// `{"type":"ticker","symbols":["BTC_KRW"],"tickTypes":["24H"]}`.
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
