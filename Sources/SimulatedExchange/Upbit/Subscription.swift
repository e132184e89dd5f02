/// What one socket has asked for.
struct Subscription: Equatable {
  struct Stream: Equatable {
    let kind: StreamKind
    let codes: [String]
    var wantsSnapshot = true
    var wantsRealtime = true
    /// Only an order book has one.
    var level: String?

    func covers(_ code: String) -> Bool {
      codes.contains { Self.code($0) == code }
    }

    /// Order books may be asked for as `KRW-BTC.5`: so many offers on each side, 30 unless told.
    func depth(of code: String) -> Int {
      let wanted = codes.first { Self.code($0) == code }?.split(separator: ".").dropFirst().first
      return wanted.flatMap { Int($0) }.map { max(1, min($0, 30)) } ?? 30
    }

    static func code(_ wanted: String) -> String {
      String(wanted.prefix { $0 != "." })
    }
  }

  let ticket: String
  var streams: [Stream] = []

  func hears(_ kind: StreamKind, of code: String) -> Bool {
    streams.contains { $0.wantsRealtime && $0.kind == kind && $0.codes.contains(code) }
  }

  /// The answer to LIST_SUBSCRIPTIONS.
  func list(ticket: String, isSimple: Bool) -> String {
    func key(_ name: String, _ alias: String) -> String { "\"\(isSimple ? alias : name)\":" }
    let result = streams.map { stream in
      let codes = stream.codes.map { JSONValue.quoted($0) }.joined(separator: ",")
      let level = stream.kind == .orderbook ? "," + key("level", "lv") + (stream.level ?? "0") : ""
      return "{" + key("type", "ty") + JSONValue.quoted(stream.kind.name) + ","
        + key("codes", "cds")
        + "[" + codes + "]" + level + "}"
    }
    return "{" + key("method", "mthd") + "\"LIST_SUBSCRIPTIONS\"," + key("result", "rslt") + "["
      + result.joined(separator: ",") + "]," + key("ticket", "tckt") + JSONValue.quoted(ticket)
      + "}"
  }
}

/// How messages are spelled.
enum UpbitFormat: String {
  case full = "DEFAULT"
  case simple = "SIMPLE"
  case fullList = "JSON_LIST"
  case simpleList = "SIMPLE_LIST"

  var isSimple: Bool { self == .simple || self == .simpleList }
  var isList: Bool { self == .fullList || self == .simpleList }
}
