/// How messages are spelled.
enum UpbitFormat: String {
  case full = "DEFAULT"
  case simple = "SIMPLE"
  case fullList = "JSON_LIST"
  case simpleList = "SIMPLE_LIST"

  var isSimple: Bool { self == .simple || self == .simpleList }
  var isList: Bool { self == .fullList || self == .simpleList }
}
