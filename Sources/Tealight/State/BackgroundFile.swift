import CLinux
import Configuration
import Glibc
import Timing

/// A small file that is replaced now and then, by a process of its own.
///
/// After a power cut it must be the old file or the new one. A new name may reach the card before
/// the bytes that it names, and then the file is empty. So the bytes are flushed before the file is
/// renamed (fsync(2)). On a card that is busy that takes seconds, and the thread that draws must
/// not wait. A child process can wait: it starts with a copy of the bytes, and ends by itself, if
/// need be after this program.
struct BackgroundFile {
  private static let lookMilliseconds: Int64 = 50

  let path: String
  private let outlivesPower: Bool
  private let isPublic: Bool
  private var child: pid_t?
  /// The text to write after that of the child; of several texts the newest counts.
  private var next: String?
  private var result: Int32?
  /// When `look` wants to be called.
  private(set) var deadline = Deadline.never
  private var isFailing = false

  /// - Parameters:
  ///   - outlivesPower: false where the file is worth nothing after a power cut: then the card need
  ///     not write it at once, and wears less.
  ///   - isPublic: whether everybody on this machine may read it, or its owner alone, whatever the umask
  ///     says.
  init(_ path: String, outlivesPower: Bool = true, isPublic: Bool = false) {
    self.path = path
    (self.outlivesPower, self.isPublic) = (outlivesPower, isPublic)
  }

  /// What an earlier run left in it; nil where there is nothing. A damaged file is kept to be
  /// looked at, under another name, so that it is not read again.
  /// - Parameters:
  ///   - meaning: what the bytes say; nil where they are damaged.
  ///   - loss: what a damaged file means for the user, for the log.
  func read<Value>(
    _ meaning: ([UInt8]) -> Value?, loss: String, log: (String) -> Void
  ) -> Value? {
    guard FileBytes.exists(path) else { return nil }
    do throws(Diagnostic) {
      if let value = meaning(try FileBytes.read(path)) { return value }
    } catch {
      log("\(error)")
    }
    let aside = "\(path).damaged"
    let isAside = rename(path, aside) == 0
    log("\(path): it is damaged\(isAside ? " and renamed to \(aside)" : ""); \(loss)")
    return nil
  }

  /// The sentence about the result of a replacement; nil where it is no news.
  mutating func news(of code: Int32) -> String? {
    guard (code != 0) != isFailing else { return nil }
    isFailing = code != 0
    return "\(path): \(isFailing ? String(cString: strerror(code)) : "can be written again")"
  }

  /// Replaces the text of the file, now or after an earlier replacement.
  mutating func replace(with text: String, at now: Int64) {
    next = text
    advance(to: now)
  }

  /// Checks whether the newest text has been written.
  /// - Returns: 0 once when it has been, or the error number once when it could not be; nil otherwise.
  mutating func look(at now: Int64) -> Int32? {
    advance(to: now)
    guard child == nil, let result else { return nil }
    (self.result, deadline) = (nil, .never)
    return result
  }

  /// As `look`, but waits a while. A replacement that takes longer goes on without this program.
  mutating func finish(withinMilliseconds: Int32) -> Int32? {
    let stepMilliseconds: Int32 = 2
    for _ in 0..<withinMilliseconds / stepMilliseconds {
      if let result = look(at: 0) { return result }
      if child == nil { return nil }
      poll(nil, 0, stepMilliseconds)
    }
    return nil
  }

  private mutating func advance(to now: Int64) {
    if let id = child, case let code = tealight_result_of(id), code != -EAGAIN {
      (child, result) = (nil, abs(code))
    }
    if child == nil, let text = next {
      let bytes = Array(text.utf8)
      let id = tealight_replace_file_apart(
        path, "\(path).partial", bytes, bytes.count, outlivesPower ? 1 : 0,
        isPublic ? 0o644 : 0o600)
      (child, result, next) = id < 0 ? (nil, -id, nil) : (id, nil, nil)
    }
    deadline =
      child != nil
      ? Deadline(now + Self.lookMilliseconds) : result == nil ? .never : Deadline(now)
  }
}
