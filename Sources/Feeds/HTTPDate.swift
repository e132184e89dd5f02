/// A time as a header of HTTP says it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Unix seconds; nil where it is not such a time, or in one of the two forms of long ago.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[5] == "GMT",
      words[1].utf8.count == 2, words[3].utf8.count == 4,
      let month = months.firstIndex(where: { $0 == words[2] })
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return CivilTime("\(words[3])-\(number)-\(words[1])T\(words[4])".utf8)?.unix
  }
}
