import Glibc

/// A folder of its own for the length of a call, gone afterwards.
public func withFolder(_ body: (String) throws -> Void) throws {
  var template = Array("/tmp/tealight-XXXXXX".utf8CString)
  precondition(mkdtemp(&template) != nil, "no folder can be made in /tmp")
  let folder = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
  defer { _ = system("rm -rf '\(folder)'") }
  try body(folder)
}

public func write(_ text: String, to path: String) throws {
  guard let file = fopen(path, "w") else { preconditionFailure("\(path) cannot be written") }
  fputs(text, file)
  fclose(file)
}
