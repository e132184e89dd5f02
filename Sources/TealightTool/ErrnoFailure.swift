import ArgumentParser
import Configuration
import Glibc
import MarketData

/// A system call that failed, and what it was about.
struct ErrnoFailure: Error, CustomStringConvertible {
  let what: String
  let number: Int32

  var description: String { "\(what): \(String(cString: strerror(number)))".onOneLine }

  /// The error to throw if a file cannot be written. If that is not permitted, the reason is printed,
  /// and the error is an exit status of its own.
  var ofWriting: any Error {
    guard [EACCES, EPERM, EROFS].contains(number) else { return self }
    complain("\(self)")
    return ExitCode(77)
  }
}

/// Says on standard error, on one line, why something cannot be done.
func complain(_ line: String) {
  let bytes = Array((line.onOneLine + "\n").utf8)
  _ = write(2, bytes, bytes.count)
}

/// All bytes of a file that a command keeps in memory, such as a capture of a day.
func read(_ path: String) throws(Diagnostic) -> [UInt8] {
  try FileBytes.read(path, countMax: 256 << 20)
}

/// Makes a file of these bytes, or replaces what was in it.
func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "w") else { throw ErrnoFailure(what: path, number: errno) }
  let count = fwrite(bytes, 1, bytes.count, file)
  guard fclose(file) == 0, count == bytes.count else {
    throw ErrnoFailure(what: path, number: errno)
  }
}

/// The absolute path without links, which a program in another folder can use too; the path itself if
/// there is no such file.
func resolved(_ path: String) -> String {
  guard let full = realpath(path, nil) else { return path }
  defer { free(full) }
  return String(cString: full)
}
