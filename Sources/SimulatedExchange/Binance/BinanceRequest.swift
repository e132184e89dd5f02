/// Reads a client's message on the WebSocket, carries it out and answers it.
enum BinanceRequest {
  private static let methods = [
    "SUBSCRIBE", "UNSUBSCRIBE", "LIST_SUBSCRIPTIONS", "SET_PROPERTY", "GET_PROPERTY",
  ]

  private struct Refusal: Error {
    let code: Int
    let message: String
  }

  /// Streams that do not exist are acknowledged like others.
  static func answer(_ text: String, of listener: BinanceListener) -> String {
    guard let request = JSONValue(text.utf8) else {
      return refusal(Refusal(code: 3, message: "Invalid JSON: expected value at line 1 column 1"))
    }
    let id = id(request)
    do {
      guard let id else {
        throw Refusal(
          code: 2, message: "Invalid request: request ID must be an unsigned integer")
      }
      return "{\"result\":\(try perform(request, text, listener)),\"id\":\(id)}"
    } catch {
      return refusal(error as! Refusal, id: id)
    }
  }

  private static func refusal(_ refusal: Refusal, id: String? = nil) -> String {
    "{\"code\":\(refusal.code),\"msg\":\(JSONValue.quoted(refusal.message))"
      + (id.map { ",\"id\":\($0)" } ?? "") + "}"
  }

  /// A whole number, a text of 36 characters at most, or null; nil for anything else.
  private static func id(_ request: JSONValue) -> String? {
    switch request["id"] {
    case nil, .null: "null"
    case .number(let text): Int64(text) == nil ? nil : text
    case .string(let text): text.utf8.count > 36 ? nil : JSONValue.quoted(text)
    default: nil
    }
  }

  private static func perform(
    _ request: JSONValue, _ text: String, _ listener: BinanceListener
  ) throws -> String {
    func refuse(_ message: String) -> Refusal {
      Refusal(code: 2, message: "Invalid request: \(message)")
    }
    guard let method = request["method"]?.text else {
      throw refuse("missing field `method` at line 1 column \(text.utf8.count)")
    }
    let params = request["params"]?.elements ?? []
    switch method {
    case "SUBSCRIBE", "UNSUBSCRIBE":
      let names = params.compactMap(\.text)
      guard names.count == params.count else {
        throw refuse("invalid type: expected a string at line 1 column \(text.utf8.count)")
      }
      if method == "SUBSCRIBE" { listener.subscribe(names) } else { listener.unsubscribe(names) }
      return "null"
    case "LIST_SUBSCRIPTIONS":
      return "[" + listener.streams.map(JSONValue.quoted).joined(separator: ",") + "]"
    case "SET_PROPERTY", "GET_PROPERTY":
      let isSetting = method == "SET_PROPERTY"
      guard params.count <= (isSetting ? 2 : 1) else { throw refuse("too many parameters") }
      guard let name = params.first?.text else { throw refuse("property name must be a string") }
      guard name == "combined" else { throw Refusal(code: 0, message: "Unknown property") }
      guard isSetting else { return String(listener.isCombined) }
      guard case .bool(let value) = params.last else {
        throw Refusal(code: 1, message: "Invalid value type: expected Boolean")
      }
      listener.setCombined(value)
      return "null"
    default:
      let known = methods.map { "`\($0)`" }.joined(separator: ", ")
      let column =
        text.utf8.count
        - (text.utf8.split(separator: UInt8(ascii: ",")).dropFirst()
          .reduce(0) { $0 + $1.count + 1 })
      throw refuse(
        "unknown variant `\(method)`, expected one of \(known) at line 1 column \(column)")
    }
  }
}
