import MarketData

/// Where something stands: a file, and its line (from 1) where one exists.
struct Place: Equatable, Sendable {
  var file: String
  var line: Int?
}

/// One thing that is wrong with a file: where, what, and what is allowed instead.
public struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
  let place: Place
  let text: String
  /// It is no fault of the file's: read again later, it may be good.
  var mayPass = false

  /// `FILE:LINE: text`, and `FILE: text` where no line exists.
  public var description: String {
    let line = place.line.map { ":\($0)" } ?? ""
    return "\(place.file)\(line): \(text)".onOneLine
  }
}
