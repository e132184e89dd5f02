extension FaultKind {
  /// The placeholder of its value, and what it does in one line.
  var meaning: (value: String, summary: String) {
    switch self {
    case .refusePort: ("", "connections are refused")
    case .resetOnAccept: ("", "a connection is reset before TLS")
    case .hangOnAccept: ("", "a connection is accepted and never answered")
    case .otherAuthority: ("", "the certificate comes from another CA")
    case .expiredCertificate: ("", "the certificate expired yesterday")
    case .longExpired: ("", "the certificate expired two years ago, as a clock ahead sees it")
    case .futureCertificate:
      ("", "the certificate is valid in two years, as a clock behind sees it")
    case .wrongHost: ("", "the certificate names another host")

    case .upgradeHang: ("", "the upgrade is never answered")
    case .upgradeStatus: ("STATUS", "the upgrade is refused with 429, 418, 403, 451, 503 …")
    case .upgradeRedirect: ("STATUS", "the upgrade is redirected with 301 or 302")
    case .wrongAccept: ("", "the upgrade's accept key is wrong")
    case .unaskedDeflate: ("", "permessage-deflate is offered without a request")
    case .retryAfter: ("SECONDS", "refusals carry a Retry-After header")

    case .halfOpen: ("", "sockets stay open but are silent, without even a pong")
    case .noData: ("", "pings are answered, but no data is sent")
    case .cutAfter: ("MESSAGES", "a socket ends without a Close frame after so many messages")
    case .resetAfter: ("MESSAGES", "a socket is reset after so many messages")
    case .close: ("STATUS", "a socket gets a Close frame after its next message")
    case .byteByByte: ("BYTES", "data is sent in pieces of so many bytes, 1 by default")
    case .pingFlood: ("PINGS", "so many pings a turn, 100 by default")
    case .firehose: ("MESSAGES", "so many more messages a second, 5000 by default")

    case .life: ("SECONDS", "a connection is cut so long after it was opened, 60 by default")
    case .serverShutdown: ("", "the server says that it shuts down, and closes all sockets")
    case .geoBlock: ("", "the usual hosts answer 451, the fallback endpoints work")

    case .text: ("", "text frames in place of binary ones")
    case .simple: ("", "SIMPLE names, whatever was requested")
    case .list: ("", "a list around each object, whatever was requested")
    case .fragments: ("FRAMES", "a message comes in so many frames, 3 by default")
    case .interleavedPings: ("", "pings come between the fragments of a message")
    case .masked: ("", "a frame is masked")
    case .reservedBits: ("", "a frame has a reserved bit")
    case .reservedOpcode: ("", "a frame has a reserved opcode")
    case .shortClose: ("", "a Close frame has a payload of one byte")
    case .longPing: ("", "a ping has 126 bytes")
    case .fragmentedPing: ("", "a ping is not final")
    case .strayContinuation: ("", "a continuation frame without a beginning")
    case .invalidUTF8: ("", "a text message is not UTF-8")
    case .hugeMessage: ("BYTES", "a message is filled up to so many bytes, 5 MiB by default")
    case .deepNesting: ("LEVELS", "a message has a field so deep, 1000 by default")
    case .trailingGarbage: ("", "text follows the JSON")

    case .duplicateTrades: ("", "a trade is sent twice")
    case .lateTrades: ("MS", "a trade is delivered so much later, 3000 by default")
    case .backStep: ("MS", "every other message's timestamp is so much earlier")
    case .clock: ("MS", "the exchange's clock is so far from the real one")
    case .time: ("JSON", "the times in a message are this text")
    case .price: ("JSON", "the price in a message is this text: 0, -1, null, \"1\", 1e999")
    case .field: ("FIELD:JSON", "a field of a message (its long name) is this text")
    case .code: ("CODE", "a message is about this code")
    case .missing: ("FIELD", "a message lacks this field (its long name)")
    case .unknownFields: ("", "a message has unknown fields")
    case .delisted: ("CODE", "this market says that it is delisted, and is not traded")
    case .mute: ("CODE", "the stream says nothing of this market")

    case .heartbeatOnly: ("", "Coinbase and Kraken send heartbeats, and no trades or tickers")
    case .productAlias: ("", "Coinbase answers X-USDC under the name of X-USD")
    case .system:
      ("WORD", "Kraken is in this state: maintenance, cancel_only, post_only")
    case .oldNames: ("", "Kraken's REST has only old names: XXBTZUSD")
    case .wrongChecksum: ("", "Kraken's order books have a checksum that is wrong")
    case .priceWord: ("WORD", "Dogechain's prices have this op")

    case .restHang:
      ("", "REST never answers; rest- faults but rest-field may end in /PATH to affect only that")
    case .restStatus: ("STATUS", "REST answers with this status")
    case .restRedirect: ("STATUS", "REST answers with 301 or 302")
    case .restHTML: ("", "REST answers HTML with status 200")
    case .restBlocked: ("", "REST answers 403 with HTML, as a blocking proxy does")
    case .restError: ("STATUS", "REST answers the error of this status with status 200")
    case .restDrip: ("MS", "REST sends a byte each so many milliseconds, 100 by default")
    case .restTruncate: ("BYTES", "REST ends after so many bytes of the body, 10 by default")
    case .restHuge: ("BYTES", "REST's body is filled up to so many bytes, 5 MiB by default")
    case .restHeader: ("BYTES", "a REST header has so many bytes, 1 MiB by default")
    case .restGzip: ("", "REST always compresses")
    case .restField: ("FIELD:JSON", "a field of REST's tickers, candles and rates is this text")
    case .wrongDate: ("SECONDS", "HTTP's Date is wrong by this, 3600 by default")
    case .noMarketList:
      ("", "the list of markets answers 503; Coinbase's and Kraken's is empty")
    case .unlisted: ("CODE", "this market is not on the list and unknown to REST")
    case .emptyHistory: ("", "candles are []")
    case .shuffledHistory: ("", "candles come in no order")

    case .marketEvent: ("CODE:EVENT", "Upbit's list has warning, PRICE_FLUCTUATIONS … on a market")
    case .limitCloses: ("", "Upbit closes a socket that sends too much")
    case .plainRefusals: ("", "Upbit's 429 and 418 have plain text for a body")
    case .delistingObject: ("", "Upbit's delisting_date is an object")

    case .nineHours: ("", "Bithumb's REST tickers and trades have epochs nine hours ahead")
    case .errorStatus200: ("", "Bithumb's errors on REST come with status 200")
    case .numberStrings: ("", "Bithumb's numbers in messages and books are strings")
    case .addsFilters: ("", "Bithumb adds a second request to the first")
    case .lateAcknowledgement: ("MS", "Bithumb 1.x acknowledges so late, 10000 by default")
    case .status5600: ("", "Bithumb 1.x answers 5600")

    case .staleRates: ("DAYS", "exchange rates are so many days older, 7 by default")

    case .errorForm: ("A|B|C", "CoinGecko's errors have this form, one of three")
    case .nullFields: ("", "every value that CoinGecko may lack is null")
    case .priceText: ("", "CoinGecko's trending prices are text: \"$0.01\"")
    }
  }
}
