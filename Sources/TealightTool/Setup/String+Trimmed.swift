extension String {
  /// Without blanks around it.
  var trimmed: String { trimmed(atStart: true) }

  func trimmed(atStart: Bool) -> String {
    var text = atStart ? drop(while: \.isWhitespace) : self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
