import MarketData
import Testing

@testable import Feeds

@Suite("What is found in the directory")
struct QueryTests {
  typealias Rank = Query.Rank

  private static func entry(
    _ code: String, _ base: String, _ quote: String, _ english: String, _ korean: String,
    of exchange: String = "upbit"
  ) -> DirectoryEntry {
    DirectoryEntry(
      exchange: exchange,
      listing: Listing(
        code: code, base: base, quote: quote,
        names: MarketNames(english: english, korean: korean)))
  }

  private static let bitcoin = entry("KRW-BTC", "BTC", "KRW", "Bitcoin", "비트코인")
  private static let cash = entry("KRW-BCH", "BCH", "KRW", "Bitcoin Cash", "비트코인캐시")
  private static let ripple = entry("KRW-XRP", "XRP", "KRW", "XRP", "엑스알피(리플)")
  private static let honey = entry("KRW-HONEY", "HONEY", "KRW", "Honey", "꿀코인")
  private static let binance = entry("BTCUSDT", "BTC", "USDT", "BTC", "BTC", of: "binance")

  @Test(
    "a word is found with its rank",
    arguments: [
      ("KRW-BTC", bitcoin, Rank.code), ("krw-btc", bitcoin, .code), ("BTC/KRW", bitcoin, .code),
      ("upbit:KRW-BTC", bitcoin, .code), ("btcusdt", binance, .code), ("btc/usdt", binance, .code),
      ("btc", bitcoin, .base), ("ＢＴＣ", bitcoin, .base), ("bch", cash, .base),
      ("bitcoin", bitcoin, .name), ("비트코인", bitcoin, .name), ("bitcoin cash", cash, .name),
      ("BitcoinCash", cash, .name), ("비트코인 캐시", cash, .name),
      ("bit", bitcoin, .prefix), ("bitcoin", cash, .prefix), ("비트코인", cash, .prefix),
      ("krw", bitcoin, .prefix), ("bitcoin c", cash, .prefix), ("비", bitcoin, .prefix),
      ("cash", cash, .word), ("cash bitcoin", cash, .word), ("리플", ripple, .word),
      ("usdt", binance, .word), ("btc krw", bitcoin, .code), ("krw bitcoin", bitcoin, .prefix),
      ("btc -", bitcoin, .base),
      ("ㅂㅌㅋㅇ", bitcoin, .nameInitials), ("ㅂㅌ", bitcoin, .initials),
      ("ㅂㅌㅋㅇ", cash, .initials), ("ㄹㅍ", ripple, .initials), ("비ㅌ", bitcoin, .initials),
      ("ㅂ트ㅋ인", bitcoin, .nameInitials), ("비트코ㅇ", bitcoin, .nameInitials),
      ("ㄲ", honey, .initials), ("꿀ㅋ", honey, .initials),
      ("coin", bitcoin, .inside), ("트코", bitcoin, .inside), ("ㅋㅇ", bitcoin, .inside),
      ("sdt", binance, .inside),
    ])
  func ranks(query: String, entry: DirectoryEntry, rank: Rank) {
    #expect(Query(query).rank(of: entry) == rank, "\(query)")
  }

  @Test(
    "a word that is not there is not found",
    arguments: [
      ("wbt", bitcoin), ("krwb tc x", bitcoin), ("ㄱ", honey), ("ㅂㅋ", bitcoin),
      ("ethereum", bitcoin),
      ("빅", bitcoin), ("비토", bitcoin), ("$", bitcoin), ("ㅏ", bitcoin),
      ("bitcoin gold", cash), ("incash", cash),
    ])
  func misses(query: String, entry: DirectoryEntry) {
    #expect(Query(query).rank(of: entry) == nil, "\(query)")
  }

  @Test(
    "a syllable that is being typed is found",
    arguments: [
      ("빝", "비트코인"), ("비틐", "비트코인"), ("빗", "빗썸"), ("비", "빗썸"), ("고", "과학"),
      ("닭", "달고나"), ("다", "닭고기"), ("달", "닭고기"), ("닭", "닭고기"), ("값", "갑시다"),
      ("밖", "바까코인"), ("으", "의자"), ("우", "위믹스"),
    ])
  func halfTyped(query: String, name: String) {
    let entry = Self.entry("KRW-X", "X", "KRW", "X", name)
    #expect(Query(query).rank(of: entry) == .prefix, "\(query) in \(name)")
  }

  @Test("initials are the same typed apart, as a final of two, or as conjoining jamo")
  func jamo() {
    let entry = Self.entry("KRW-X", "X", "KRW", "X", "가상화폐")
    for query in ["ㄱㅅ", "ㄳ", "\u{1100}\u{1109}", "\u{11AA}", "ㄱ상"] {
      #expect(Query(query).rank(of: entry) == .initials, "\(query.unicodeScalars.map(\.value))")
    }
  }

  @Test(
    "accents and the case of letters beyond ASCII do not count",
    arguments: [
      ("Café", "cafe\u{301}"), ("cafe", "CAFÉ"), ("ΑΛΦΑ", "αλφα"), ("БИТКОИН", "биткоин"),
      ("Łódź", "lodz"), ("Ǆ", "ǆ"), ("币安人生", "币安人生"),
    ])
  func letters(name: String, query: String) {
    let entry = Self.entry("KRW-X", "X", "KRW", name, name)
    #expect(Query(query).rank(of: entry) == .name)
  }

  private static let names = [
    "비트코인", "이더리움", "엑스알피(리플)", "도지코인", "시바이누", "페페", "웨이브", "Shiba Inu",
    "Bitcoin Cash", "꿀코인", "닭값 싼 의회", "USD Coin", "Ondo (Ondo Finance)", "A.I. Œuvre",
  ]

  @Test("every name is found by any beginning of it, composed or not", arguments: names)
  func beginnings(name: String) {
    let entry = Self.entry("KRW-X", "X", "KRW", "X", name)
    for text in [name, name.jamo] {
      for count in 1...text.unicodeScalars.count {
        let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
        let rank = Query(beginning).rank(of: entry)
        #expect(rank.map { $0 < .inside } ?? false, "\(beginning) of \(name): \(rank as Any)")
      }
    }
  }

  @Test("every name is found by its own initials, and by any beginning of them", arguments: names)
  func initials(name: String) {
    let entry = Self.entry("KRW-X", "X", "KRW", "X", name)
    let initials = name.initials.unicodeScalars
    for count in 1...initials.count {
      let text = String(String.UnicodeScalarView(initials.prefix(count)))
      #expect(Query(text).rank(of: entry).map { $0 < .inside } ?? false, "\(text) of \(name)")
    }
  }

  @Test("what fits best comes first, and equals keep their order")
  func order() {
    let entries = [
      Self.entry("KRW-WBTC", "WBTC", "KRW", "Wrapped Bitcoin", "랩트비트코인"), Self.cash,
      Self.entry("BTC-ETH", "ETH", "BTC", "Ethereum", "이더리움"), Self.binance, Self.bitcoin,
      Self.entry("KRW-BTCX", "BTCX", "KRW", "X", "X"),
    ]
    func codes(_ query: String) -> [String] {
      Query(query).found(in: entries).map(\.listing.code)
    }
    #expect(codes("btc") == ["BTCUSDT", "KRW-BTC", "BTC-ETH", "KRW-BTCX", "KRW-WBTC"])
    #expect(codes("bitcoin") == ["KRW-BTC", "KRW-BCH", "KRW-WBTC"])
    #expect(codes("ㅂㅌㅋㅇ") == ["KRW-BTC", "KRW-BCH", "KRW-WBTC"])
    #expect(codes("BTC-ETH").first == "BTC-ETH")
    #expect(codes("") == entries.map(\.listing.code))
    #expect(codes("nobody") == [])
  }

  @Test("codes that differ only by case are two markets")
  func cases() {
    let entries = ["abUSDT", "ABUSDT"].map { Self.entry($0, "AB", "USDT", "AB", "AB") }
    #expect(Query("abusdt").found(in: entries) == entries)
  }
}

extension String {
  /// Its Hangul taken apart into conjoining jamo, as macOS hands it over.
  fileprivate var jamo: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      guard Hangul.syllables ~= scalar.value else {
        text.append(scalar)
        continue
      }
      let place = scalar.value - 0xAC00
      text.append(Unicode.Scalar(0x1100 + place / 588)!)
      text.append(Unicode.Scalar(0x1161 + place / 28 % 21)!)
      if place % 28 > 0 { text.append(Unicode.Scalar(0x11A7 + place % 28)!) }
    }
    return String(text)
  }

  /// Its Hangul reduced to initial consonants.
  fileprivate var initials: String {
    let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map {
          Hangul.syllables ~= $0.value ? initials[Int($0.value - 0xAC00) / 588] : $0
        }))
  }
}
