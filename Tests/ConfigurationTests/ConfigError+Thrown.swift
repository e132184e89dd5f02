import Glibc
import Testing

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

/// A folder of its own, gone afterwards.
func withFolder(_ body: (String) throws -> Void) throws {
  var template = Array("/tmp/tealight-XXXXXX".utf8CString)
  let made = mkdtemp(&template) != nil
  try #require(made)
  let folder = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
  defer { _ = system("rm -rf '\(folder)'") }
  try body(folder)
}

func write(_ text: String, to path: String) throws {
  let file = try #require(fopen(path, "w"))
  fputs(text, file)
  fclose(file)
}
