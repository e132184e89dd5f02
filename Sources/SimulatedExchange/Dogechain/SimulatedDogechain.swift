/// A simulated Dogechain: a block explorer that also says what a DOGE costs. It has no REST of
/// prices.
final class SimulatedDogechain: StreamingSource {
  static let name = "dogechain"

  let context: SourceContext
  let floor: TradingFloor
  let listeners = ListenerList<DogechainListener>()
  let restPath = ""
  let webSocketPaths = ["/inv"]

  private var lastBlock: Int64 = 0

  private static let blockMilliseconds: Int64 = 60_000
  private static let names = FaultPlan.Names(price: ["value"], time: [], code: "price_base")

  init(_ context: SourceContext) {
    self.context = context
    floor = context.floor(
      [SimulatedListing("DOGE", "USD", code: "DOGE-USD", decimals: 8, on: "dogechain")])
  }

  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    .error(404, "Not Found")
  }

  func welcome(_ socket: SimulatedSocket, _ upgrade: HTTPRequest) -> DogechainListener {
    socket.send("{\"op\":\"status\",\"msg\":\"welcome\"}")
    return DogechainListener(socket)
  }

  func hear(_ event: WebSocketSession.Event, from listener: DogechainListener) {
    guard case .text(let text) = event else { return }
    switch JSONValue(text.utf8)?["op"]?.text {
    case "price_sub":
      listener.subscribeToPrices()
      listener.socket.send("{\"op\":\"status\",\"msg\":\"subscribed\"}")
      if let last = floor.markets[0].lastTrade(at: context.wall) { sendPrice(last, to: listener) }
    case "blocks_sub":
      listener.subscribeToBlocks()
      listener.socket.send("{\"op\":\"status\",\"msg\":\"subscribed\"}")
    case "ping_block": listener.socket.send(block)
    default: break
    }
  }

  /// A block has a hash and, as a transaction has, values of its own.
  private var block: String {
    let height = 5_000_000 + context.wall / Self.blockMilliseconds
    return "{\"op\":\"block\",\"x\":{\"hash\":\"1a91e3dace36e2be3bf030a65679fe821aa1d6ef\","
      + "\"height\":\(height),\"value\":1000000000000,\"n_tx\":40,\"difficulty\":\"1.2e7\"}}"
  }

  private func sendPrice(_ trade: SimulatedTrade, to listener: DogechainListener) {
    var price = JSONObject()
    price.add("type", quoted: "price")
    price.add("value", quoted: DecimalText.padded(trade.price))
    price.add("exchange_name", quoted: "example")
    price.add("price_base", quoted: "USD")
    context.faults.spoil(&price, Self.names)
    let op = context.faults.current(.priceWord)?.value ?? "price"
    listener.socket.send("{\"op\":\(JSONValue.quoted(op)),\"x\":\(price.json())}")
  }

  func publish(_ execution: TradingFloor.Execution) {
    for listener in listeners where listener.hearsPrices {
      sendPrice(execution.trade, to: listener)
    }
  }

  func turn() {
    let number = context.wall / Self.blockMilliseconds
    guard number != lastBlock else { return }
    lastBlock = number
    for listener in listeners where listener.hearsBlocks { listener.socket.send(block) }
  }

  func repeatMessage(_ number: Int, to listener: DogechainListener) {
    guard listener.hearsPrices, let last = floor.markets[0].lastTrade(at: context.wall) else {
      return
    }
    sendPrice(last, to: listener)
  }
}

/// A socket on the simulated Dogechain.
final class DogechainListener: SimulatedListener {
  let socket: SimulatedSocket
  private(set) var hearsPrices = false
  private(set) var hearsBlocks = false

  init(_ socket: SimulatedSocket) {
    self.socket = socket
  }

  func subscribeToPrices() { hearsPrices = true }

  func subscribeToBlocks() { hearsBlocks = true }
}
