import MarketData
import Testing

@testable import Feeds

@Suite("What sources of exchange rates say")
struct RateSourceTests {
  static let oxr = """
    {"disclaimer":"…","license":"…","timestamp":1795212000,"base":"USD",
    "rates":{"KRW":1412.345678,"EUR":0.86}}
    """
  static let v1 = #"{"amount":1.0,"base":"USD","date":"2026-11-19","rates":{"KRW":1412.9}}"#
  static let v2 = """
    [{"date":"2026-11-19","base":"USD","quote":"KRW","rate":1412.9},
    {"date":"2026-11-18","base":"USD","quote":"EUR","rate":0.86}]
    """
  static let erapi = """
    {"result":"success","provider":"https://x","documentation":"https://x","terms_of_use":"https://x",
    "time_last_update_unix":1795132951,"time_last_update_utc":"Fri, 20 Nov 2026 00:02:31 +0000",
    "time_next_update_unix":1795219351,"time_next_update_utc":"Sat, 21 Nov 2026 00:02:31 +0000",
    "time_eol_unix":0,"base_code":"USD","rates":{"USD":1,"KRW":1412.65}}
    """

  private static let all: [(any RateSource, String)] = [
    (OpenExchangeRates(appID: "k"), oxr), (Frankfurter(), v1), (Frankfurter(), v2),
    (ERAPI(), erapi),
  ]

  private static func read(
    _ source: any RateSource, _ text: String, status: Int = 200, wait: Int64? = nil
  ) -> Result<RateAnswer, Rejection> {
    Array(text.utf8).withUnsafeBufferPointer {
      source.read($0, status: status, retryAfterSeconds: wait)
    }
  }

  private static func rejection(
    _ source: any RateSource, _ text: String, status: Int = 200, wait: Int64? = nil
  ) -> Rejection? {
    if case .failure(let rejection) = read(source, text, status: status, wait: wait) {
      return rejection
    }
    return nil
  }

  private static func rates(_ source: any RateSource, _ text: String) -> ExchangeRates? {
    try? read(source, text).get().rates
  }

  @Test("Open Exchange Rates is read, and asked with its key in the head alone")
  func openExchangeRates() throws {
    let source = OpenExchangeRates(appID: "secret")
    let rates = try #require(Self.rates(source, Self.oxr))
    #expect(rates.base == "USD" && rates.units == ["KRW": 1_412.345678, "EUR": 0.86])
    #expect(rates.time == 1_795_212_000_000)
    #expect(source.headers == [Header(name: "authorization", value: "Token secret")])
    let paths = source.paths(currencies: ["EUR", "KRW"])
    #expect(paths == ["/latest.json?symbols=EUR,KRW", "/latest.json"])
  }

  @Test("Frankfurter is read in both of its forms, a day's rates as of its afternoon")
  func frankfurter() throws {
    let v1 = try #require(Self.rates(Frankfurter(), Self.v1))
    #expect(v1.units == ["KRW": 1_412.9] && v1.time == 1_795_100_400_000)
    let v2 = try #require(Self.rates(Frankfurter(), Self.v2))
    #expect(v2.units == ["KRW": 1_412.9, "EUR": 0.86])
    #expect(v2.time == v1.time - 86_400_000, "the oldest of them counts")
    let single = #"{"date":"2026-11-19","base":"usd","quote":"krw","rate":"1412.9"}"#
    #expect(Self.rates(Frankfurter(), single) == v1)
    #expect(
      Self.rates(Frankfurter(), Self.v1.replacing("1.0,", with: "2,"))?.units["KRW"] == 706.45)
  }

  @Test("the rates of the day before Easter are good until there are others, and not for longer")
  func easter() throws {
    let thursday = Self.v1.replacing("2026-11-19", with: "2027-03-25")
    let rates = try #require(Self.rates(Frankfurter(), thursday))
    func isStale(_ time: String) throws -> Bool {
      rates.isStale(at: try #require(CivilTime(time.utf8)).unix * 1_000)
    }
    #expect(try !isStale("2027-03-30T18:00:00"))
    #expect(try isStale("2027-04-01T00:00:00"))
  }

  @Test("ExchangeRate-API is read, and says when it has newer ones")
  func erapi() throws {
    let answer = try Self.read(ERAPI(), Self.erapi).get()
    #expect(answer.rates.units["KRW"] == 1_412.65 && answer.rates.time == 1_795_132_951_000)
    #expect(answer.nextUpdate == 1_795_219_351_000)
    let silent = Self.erapi.replacing("time_next_update_unix", with: "x")
    #expect(try Self.read(ERAPI(), silent).get().nextUpdate == nil)
  }

  @Test(
    "every error of Open Exchange Rates says what helps, whatever the status it comes with",
    arguments: [
      (404, "not_found", FailureReason.refused, Rejection.Remedy.stop),
      (401, "missing_app_id", .keyRefused, .stop),
      (401, "invalid_app_id", .keyRefused, .stop),
      (429, "not_allowed", .refused, .otherwise),
      (400, "invalid_base", .refused, .otherwise),
      (403, "access_restricted", .limitReached, .after(86_400_000)),
      (429, "access_restricted", .limitReached, .after(86_400_000)),
      (429, "something_new", .limitReached, .later),
      (500, "something_else", .maintenance, .later),
    ])
  func errors(status: Int, message: String, failureReason: FailureReason, remedy: Rejection.Remedy)
  {
    let text = #"{"error":true,"status":\#(status),"message":"\#(message)","description":"…"}"#
    for sent in [status, 200] {
      let rejection = Self.rejection(OpenExchangeRates(appID: "k"), text, status: sent)
      #expect(rejection == Rejection(failureReason, message, remedy))
    }
  }

  @Test(
    "refusals of the others",
    arguments: [
      (
        Frankfurter(), #"{"message":"not found"}"#, 404, FailureReason.refused,
        Rejection.Remedy.otherwise
      ),
      (Frankfurter(), #"{"message":"not found"}"#, 422, .refused, .otherwise),
      (Frankfurter(), #"{"message":"not found"}"#, 200, .refused, .otherwise),
      (Frankfurter(), "", 301, .refused, .otherwise),
      (Frankfurter(), "<html>", 503, .maintenance, .later),
      (Frankfurter(), "<html>", 403, .blocked, .after(900_000)),
      (ERAPI(), "", 429, .limitReached, .after(1_200_000)),
      (ERAPI(), #"{"result":"error","error-type":"unsupported-code"}"#, 200, .refused, .otherwise),
      (ERAPI(), #"{"result":"error","error-type":"unsupported-code"}"#, 404, .refused, .otherwise),
    ] as [(any RateSource, String, Int, FailureReason, Rejection.Remedy)])
  func rejections(
    source: any RateSource, text: String, status: Int, failureReason: FailureReason,
    remedy: Rejection.Remedy
  ) {
    let rejection = Self.rejection(source, text, status: status)
    #expect(rejection?.failureReason == failureReason && rejection?.remedy == remedy)
  }

  @Test("a wait that was asked for is kept, within a day")
  func wait() {
    func remedy(_ wait: Int64?) -> Rejection.Remedy? {
      Self.rejection(Frankfurter(), "", status: 429, wait: wait)?.remedy
    }
    #expect(remedy(90) == .after(90_000) && remedy(nil) == .later && remedy(-1) == .later)
    #expect(remedy(.max) == .after(86_400_000))
    #expect(Self.rejection(ERAPI(), "", status: 429, wait: 7)?.remedy == .after(7_000))
  }

  @Test("what is no answer is refused, wherever it ends", arguments: 0..<4)
  func nonsense(which: Int) {
    let (source, text) = Self.all[which]
    for nonsense in ["", " ", "null", "true", "7", "\"x\"", "[]", "{}", "[{}]", "<html></html>"] {
      #expect(Self.rejection(source, nonsense) == .senseless, "\(nonsense)")
    }
    let bytes = Array(text.utf8)
    for end in bytes.indices {
      let cut = String(decoding: bytes[..<end], as: UTF8.self)
      #expect(Self.rejection(source, cut) != nil, "\(cut)")
    }
    #expect(Self.rejection(source, text + "x") != nil)
  }

  @Test("a field that is missing, null or of the wrong type spoils what needs it", arguments: 0..<4)
  func fields(which: Int) {
    let (source, text) = Self.all[which]
    let needed = [
      "\"timestamp\"", "\"base\"", "\"rates\"", "\"date\"", "\"quote\"", "\"rate\"",
      "\"time_last_update_unix\"", "\"base_code\"",
    ].filter { text.contains($0 + ":") }
    #expect(needed.count >= 3)
    for field in needed {
      #expect(Self.rates(source, text.replacing(field, with: "\"absent\"")) == nil, "\(field)")
      for value in ["null", "true", "[]", "{}", "\"\"", "-1", "1e400"] {
        let changed = text.replacingValue(of: field, with: value)
        #expect(changed != text)
        #expect(Self.rates(source, changed)?.units.isEmpty != true, "\(field) \(value)")
        #expect(Self.rates(source, changed) == nil, "\(field) \(value)")
      }
    }
    for field in ["disclaimer", "provider", "amount", "time_eol_unix", "time_next_update_unix"]
    where text.contains(field) {
      for value in ["null", "[1,{}]", "\"x\""] {
        let changed = text.replacingValue(of: "\"\(field)\"", with: value)
        #expect(Self.rates(source, changed) != nil, "\(field) \(value)")
      }
    }
  }

  @Test(
    "rates are numbers or texts of numbers, finite and above 0; one bad one spoils no other",
    arguments: [
      ("1412.5", 1_412.5), ("\"1412.5\"", 1_412.5), ("1e-12", 1e-12), ("1E15", 1e15),
      ("\"1e15\"", 1e15), ("1412", 1_412), ("0", nil), ("-3", nil), ("1e999", nil), ("null", nil),
      ("\"\"", nil), ("\"abc\"", nil), ("true", nil), ("[]", nil), ("{\"x\":1}", nil),
    ] as [(String, Double?)])
  func numbers(text: String, value: Double?) {
    for (source, sample) in [(Self.all[0]), (Self.all[3])] {
      let changed = sample.replacingValue(of: "\"KRW\"", with: text)
        .replacing("\"rates\":{", with: "\"rates\":{\"CHF\":0.8,")
      #expect(Self.rates(source, changed)?.units["KRW"] == value)
      #expect(Self.rates(source, changed)?.units["CHF"] == 0.8)
    }
  }

  @Test("currencies are read in any case; what is none is left out, and so is what has no end")
  func currencies() {
    let many = (0..<3_000).map { "\"Q\($0)\":1" }.joined(separator: ",")
    let text = Self.oxr.replacing(
      "\"EUR\":0.86", with: "\"eur\":0.9,\"EUR\":0.91,\"x\":1,\"A B\":2,\"₩\":3,\(many)")
    let units = Self.rates(OpenExchangeRates(appID: "k"), text)?.units ?? [:]
    #expect(units["EUR"] == 0.91 && units["KRW"] != nil && units["x"] == nil && units["A B"] == nil)
    #expect(units.count == 1_000)
  }

  @Test("a time that cannot be is no time", arguments: ["0", "99999999999999", "-5", "1.5", "4e9"])
  func times(time: String) {
    let text = Self.oxr.replacingValue(of: "\"timestamp\"", with: time)
    #expect((Self.rates(OpenExchangeRates(appID: "k"), text) != nil) == (time == "4e9"))
    for date in ["2026-13-01", "2026-11-19T00", "19.11.2026", "", "0001-01-01", "2026-11-1９"] {
      let text = Self.v1.replacingValue(of: "\"date\"", with: "\"\(date)\"")
      #expect(Self.rates(Frankfurter(), text) == nil, "\(date)")
    }
  }

  @Test("a source's word is one plain line, and of a length")
  func words() {
    let text = #"{"error":true,"message":"a\nb\u001b[1m\#(String(repeating: "x", count: 500))"}"#
    let word = Self.rejection(OpenExchangeRates(appID: "k"), text)?.word ?? ""
    #expect(word.hasPrefix("ab[1mxx") && word.utf8.count < 81)
  }
}

extension String {
  /// With another value after each `"name":`; strings, numbers and what stands in brackets.
  func replacingValue(of name: String, with value: String) -> String {
    var result = ""
    var rest = self[...]
    while let found = rest.firstRange(of: name + ":") {
      result += rest[..<found.upperBound] + value
      rest = rest[found.upperBound...]
      var depth = 0
      var isText = false
      while let letter = rest.first {
        if isText {
          isText = letter != "\""
        } else {
          if letter == "\"" { isText = true }
          if depth == 0, letter == "," || letter == "}" || letter == "]" { break }
          if letter == "{" || letter == "[" { depth += 1 }
          if letter == "}" || letter == "]" { depth -= 1 }
        }
        rest.removeFirst()
      }
    }
    return result + rest
  }
}
