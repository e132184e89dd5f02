/// One call for a part of the list of markets.
public struct ListCall: Equatable, Sendable {
  /// The kind of list that the call returns: an index into `listPaths`.
  public var part: Int
  /// The codes that the call asks for by name; empty where it names none.
  public var codes: [String]
  /// Below the exchange's REST address.
  public var path: String

  public init(part: Int, codes: [String] = [], path: String) {
    self.part = part
    self.codes = codes
    self.path = path
  }
}
