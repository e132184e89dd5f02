/// What an answer with status 200 was to whoever had asked.
enum Reading {
  /// It says what was asked, and this is to be asked because of it.
  case understood(next: [RESTCalls.Question] = [])
  /// It does not; what it says instead, where that was read.
  case unclear(ParsedMessage? = nil)
}
