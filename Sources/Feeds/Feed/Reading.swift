/// How an answer with status 200 was understood.
enum Reading {
  /// It says what was asked, and `next` is to be asked because of it.
  case understood(next: [RESTCalls.Question] = [])
  /// It does not say what was asked; the message is what it says instead, where that was read.
  case unclear(ParsedMessage? = nil)
}
