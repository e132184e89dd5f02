import Glibc

/// Calls `body` with a file that holds a key, and takes it away afterwards.
func withKey(
  _ text: String = "abc123\n", mode: mode_t = 0o640, _ body: (String) throws -> Void
) throws {
  let path = "/tmp/tealight-key-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
  let file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
  defer {
    close(file)
    unlink(path)
  }
  write(file, text, text.utf8.count)
  fchmod(file, mode)
  try body(path)
}
