extension Error {
  /// What `body` throws; nil where it throws nothing.
  ///
  /// `#expect(throws:)` returns the error only since Swift 6.1.
  public static func thrown<Value>(by body: () throws(Self) -> Value) -> Self? {
    do throws(Self) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
