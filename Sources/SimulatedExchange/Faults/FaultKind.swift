/// What can go wrong. The raw value is its spelling.
public enum FaultKind: String, CaseIterable, Sendable {
  // The connection.
  case refusePort = "refuse-port"
  case resetOnAccept = "reset-on-accept"
  case hangOnAccept = "hang-on-accept"
  case otherAuthority = "other-ca"
  case expiredCertificate = "expired-certificate"
  case longExpired = "long-expired-certificate"
  case futureCertificate = "future-certificate"
  case wrongHost = "wrong-host"

  // The WebSocket's handshake.
  case upgradeHang = "upgrade-hang"
  case upgradeStatus = "upgrade-status"
  case upgradeRedirect = "upgrade-redirect"
  case wrongAccept = "wrong-accept"
  case unaskedDeflate = "unasked-deflate"
  case retryAfter = "retry-after"

  // The stream.
  case halfOpen = "half-open"
  case noData = "no-data"
  case cutAfter = "cut-after"
  case resetAfter = "reset-after"
  case close
  case byteByByte = "byte-by-byte"
  case pingFlood = "ping-flood"
  case firehose
  case life
  case serverShutdown = "server-shutdown"

  // A host.
  case geoBlock = "geo-block"

  // Frames.
  case text
  case simple
  case list
  case fragments
  case interleavedPings = "interleaved-pings"
  case masked
  case reservedBits = "reserved-bits"
  case reservedOpcode = "reserved-opcode"
  case shortClose = "short-close"
  case longPing = "long-ping"
  case fragmentedPing = "fragmented-ping"
  case strayContinuation = "stray-continuation"
  case invalidUTF8 = "invalid-utf8"
  case hugeMessage = "huge-message"
  case deepNesting = "deep-nesting"
  case trailingGarbage = "trailing-garbage"

  // What the messages say.
  case duplicateTrades = "duplicate-trades"
  case lateTrades = "late-trades"
  case backStep = "back-step"
  case clock
  case time
  case price
  case field
  case code
  case missing
  case unknownFields = "unknown-fields"
  case delisted
  case mute

  // Coinbase, Kraken and Dogechain.
  case heartbeatOnly = "heartbeat-only"
  case productAlias = "usdc-alias"
  case system
  case oldNames = "old-names"
  case wrongChecksum = "wrong-checksum"
  case priceWord = "price-op"

  // REST.
  case restHang = "rest-hang"
  case restStatus = "rest-status"
  case restRedirect = "rest-redirect"
  case restHTML = "rest-html"
  case restBlocked = "rest-blocked"
  case restError = "rest-error"
  case restDrip = "rest-drip"
  case restTruncate = "rest-truncate"
  case restHuge = "rest-huge"
  case restHeader = "rest-endless-header"
  case restGzip = "rest-gzip"
  case restField = "rest-field"
  case wrongDate = "wrong-date"
  case noMarketList = "no-market-list"
  case unlisted
  case emptyHistory = "empty-history"
  case shuffledHistory = "shuffled-history"

  // Upbit.
  case marketEvent = "market-event"
  case limitCloses = "limit-closes"
  case plainRefusals = "plain-refusals"
  case delistingObject = "delisting-object"

  // Bithumb.
  case nineHours = "nine-hours"
  case errorStatus200 = "error-status-200"
  case numberStrings = "number-strings"
  case addsFilters = "adds-filters"
  case lateAcknowledgement = "late-ack"
  case status5600 = "status-5600"

  // Banks.
  case staleRates = "stale-rates"

  // CoinGecko.
  case errorForm = "error-form"
  case nullFields = "null-fields"
  case priceText = "price-text"
}

extension FaultKind {
  /// What stands for its value in a help text; empty where it takes none.
  public var placeholder: String { meaning.value }

  /// One line for a help text.
  public var summary: String { meaning.summary }

  /// Whether it can be aimed at one source: the first bytes of a connection do not say which source it
  /// calls.
  var canBeAimed: Bool {
    switch self {
    case .refusePort, .resetOnAccept, .hangOnAccept, .otherAuthority, .expiredCertificate,
      .longExpired, .futureCertificate, .wrongHost:
      false
    default: true
    }
  }

  /// Whether it lasts while it is on, without single occasions that have a chance or a count.
  var isState: Bool {
    switch self {
    case .refusePort, .retryAfter, .halfOpen, .noData, .byteByByte, .firehose, .life, .clock,
      .delisted, .mute, .heartbeatOnly, .productAlias, .system, .oldNames, .priceWord, .unlisted,
      .marketEvent, .limitCloses, .plainRefusals, .delistingObject, .nineHours, .errorStatus200,
      .numberStrings, .addsFilters, .lateAcknowledgement, .staleRates, .errorForm:
      true
    default: false
    }
  }

  /// Whether a fault of this kind can work with `value`.
  func takes(_ value: String?) -> Bool {
    let needsText =
      ["JSON", "CODE", "FIELD", "FIELD:JSON", "CODE:EVENT", "WORD"].contains(placeholder)
      || placeholder.contains("|")
    guard let value else { return !needsText }
    if placeholder.contains("|") { return placeholder.split(separator: "|").contains(value[...]) }
    if placeholder.contains(":") { return value.contains(":") }
    if needsText { return !value.isEmpty }
    let number = mayEndInPath ? value.prefix { $0 != "/" } : value[...]
    if mayEndInPath, number.isEmpty { return !value.isEmpty }
    return !placeholder.isEmpty && Int64(number) != nil
  }

  /// Whether its value may end in the path of the calls that it concerns. In a field's value a slash
  /// may be part of a text: `"BTC/USD"`.
  var mayEndInPath: Bool { rawValue.hasPrefix("rest-") && self != .restField }
}
