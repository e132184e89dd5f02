import ArgumentParser
import Configuration
import Glibc
import MarketData

/// A system call that failed, and what it was about.
struct ErrnoFailure: Error, CustomStringConvertible {
  let what: String
  let number: Int32

  var description: String { "\(what): \(String(cString: strerror(number)))".onOneLine }

  /// What to throw where nothing can be written: where that is not permitted it is said, and the exit status
  /// tells it.
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

/// A path as a program sees it that runs in another folder, and where links lead; as it is where
/// nothing is there.
func resolved(_ path: String) -> String {
  guard let full = realpath(path, nil) else { return path }
  defer { free(full) }
  return String(cString: full)
}
