@testable import Tealight

extension StartError {
  /// What `body` throws; nil where it throws nothing.
  static func thrown<Value>(by body: () throws(StartError) -> Value) -> StartError? {
    do throws(StartError) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
