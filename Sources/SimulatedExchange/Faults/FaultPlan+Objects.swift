extension FaultPlan {
  /// A source's names of the fields that faults change.
  struct Names {
    /// Prices of the last trade.
    var price: Set<String>
    /// Times of events; the `backStep` fault changes the first one.
    var time: [String]
    var code: String
  }

  /// Changes what a message of the stream says.
  func spoil(_ object: inout JSONObject, _ names: Names) {
    guard !faults.isEmpty else { return }
    if let fault = strike(.price) { object.set(names.price, to: fault.value) }
    if let fault = strike(.time) { object.set(Set(names.time), to: fault.value) }
    if let fault = strike(.field) { object.set(field: fault.value) }
    if let fault = strike(.code) {
      object.set([names.code], to: fault.value.map(JSONValue.quoted))
    }
    if let fault = strike(.missing) { object.remove(fault.value) }
    if strike(.unknownFields) != nil {
      object.add("moon_phase", "mp", "{\"name\":\"full\",\"in\":[1,2.5e0,null,true]}")
    }
    if let fault = strike(.backStep) {
      stepBack(&object, names.time.first, by: fault.number(1_000))
    }
    if let fault = strike(.deepNesting) {
      let levels = Int(fault.number(1_000))
      object.add(
        "deep", "deep",
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
    }
    if let fault = strike(.hugeMessage) {
      let filling = Self.filling(Int(fault.number(5 << 20)))
      object.add("padding", "padding", "\"\(filling)\"")
    }
  }

  /// Changes what a ticker, a candle or a table of rates of REST says.
  func spoilREST(_ object: inout JSONObject) {
    if let fault = strike(.restField) { object.set(field: fault.value) }
  }

  private func stepBack(_ object: inout JSONObject, _ name: String?, by milliseconds: Int64) {
    guard isEveryOther() else { return }
    object.change { $0 == name ? Int64($1).map { String($0 - milliseconds) } : nil }
  }
}

extension JSONObject {
  /// `NAME:JSON`
  fileprivate mutating func set(field: String?) {
    guard let field, let colon = field.firstIndex(of: ":") else { return }
    set([String(field[..<colon])], to: String(field[field.index(after: colon)...]))
  }
}
