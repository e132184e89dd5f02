/// One call for a part of the list of markets.
public struct ListCall: Equatable, Sendable {
  /// Which of the exchange's kinds of list it answers with: the place in `listPaths`.
  public var place: Int
  /// The codes that it asks for by name; empty where it names none.
  public var codes: [String]
  public var path: String

  public init(place: Int, codes: [String] = [], path: String) {
    self.place = place
    self.codes = codes
    self.path = path
  }
}
