/// What the WebSocket answers to a request it cannot serve.
enum UpbitError: String, Error {
  case invalidAuthority = "INVALID_AUTH"
  case wrongFormat = "WRONG_FORMAT"
  case noTicket = "NO_TICKET"
  case noType = "NO_TYPE"
  case noCodes = "NO_CODES"
  case invalidParameter = "INVALID_PARAM"
  case tooManyRequests = "TOO_MANY_REQUEST"

  /// The message frame. The texts are the real server's, the last one's is not known.
  var json: String {
    "{\"error\":{\"name\":\"\(rawValue)\",\"message\":\"\(message)\"}}"
  }

  private var message: String {
    switch self {
    case .invalidAuthority: "인증 정보가 올바르지 않습니다."
    case .wrongFormat: "Format 이 맞지 않습니다."
    case .noTicket: "티켓이 존재하지 않거나, 유효하지 않습니다."
    case .noType: "type 필드가 존재하지 않습니다."
    case .noCodes: "codes 필드가 존재하지 않습니다."
    case .invalidParameter: "codes 필드가 비어 있습니다."
    case .tooManyRequests: "message limit exceeded"
    }
  }
}
