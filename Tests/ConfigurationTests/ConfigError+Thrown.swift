@testable import Configuration

extension ConfigError {
  /// What `body` throws; nil where it throws nothing.
  static func thrown<Value>(by body: () throws(ConfigError) -> Value) -> ConfigError? {
    do throws(ConfigError) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
