import CLinux
import Glance
import Glibc
import MarketData
import State
import Timing

/// The `json` display: one line on standard output for each changed report.
final class ReportLines {
  /// How soon a line that could not be written is tried again.
  private static let retryMilliseconds: Int64 = 1_000
  /// The least time between a line and the next one in which only the age has changed.
  private static let ageMilliseconds: Int64 = 1_000

  private let descriptor: Int32
  private let log: (String) -> Void
  private let isStopAsked: (() -> Bool)?
  private let hangUp: HangUpWatch?

  private var last: Report?
  /// The earliest times for the next line, and for a line in which only the age has changed.
  private var nextLineAt = Deadline.immediately
  private var nextAgeAt = Deadline.immediately
  /// The rest of a line of which a part was taken.
  private var unsent: ArraySlice<UInt8> = []
  private var isFailing = false
  /// Whether the reader is gone for ever.
  private(set) var isGone = false

  /// - Parameters:
  ///   - log: takes a sentence when lines cannot be written, and when they can.
  ///   - isStopAsked: whether a signal has asked the program to end; called while the program waits
  ///     for a reader that does not read. Nil where it waits for no reader.
  init(
    descriptor: Int32 = 1, log: @escaping (String) -> Void, isStopAsked: (() -> Bool)? = nil
  ) {
    self.descriptor = descriptor
    self.log = log
    self.isStopAsked = isStopAsked
    hangUp = HangUpWatch(descriptor)
  }

  /// Readable when the reader is gone; nil where that cannot happen, as with a file.
  var hangUpDescriptor: Int32? { hangUp?.descriptor }

  /// Ends the lines, and the watch on their reader: the watch has reported that the reader is gone.
  func close() {
    hangUp?.end()
    lose()
  }

  private func lose() {
    guard !isGone else { return }
    isGone = true
    log("standard output: closed by its reader")
  }

  /// Writes the report if it has changed. If only the age has changed, it is written a second after
  /// the line before.
  /// - Parameter nextAge: when the age will be a second more.
  /// - Returns: when this is to be called again although nothing has changed.
  func offer(_ report: Report, at now: Moment, nextAge: Deadline) -> Deadline {
    guard !isGone else { return .never }
    let retryAt = Deadline(now.monotonic + Self.retryMilliseconds)
    guard unsent.isEmpty || send() else { return retryAt }
    let soonest = max(Deadline(now.monotonic), nextAgeAt)
    guard report != last else { return max(soonest, nextAge) }
    // A draw that answers a user comes before the beat; lines keep to the beat.
    guard nextLineAt.isDue(at: now.monotonic) else { return nextLineAt }
    if let last, report.equalsButForAge(last), !soonest.isDue(at: now.monotonic) {
      return soonest
    }
    // A reader that does not read gets the newest line when it reads again. Only a replay waits for it.
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&ready, 1, 0) != 1 {
      guard let isStopAsked, !isStopAsked() else { return retryAt }
      _ = poll(&ready, 1, Int32(Self.retryMilliseconds))
    }
    let line = Array((report.json(wall: now.wall) + "\n").utf8)
    unsent = line[...]
    guard send() else {
      // A line of which nothing was written is dropped: only the newest line counts.
      if unsent.count == line.count { unsent = [] }
      return retryAt
    }
    nextLineAt = Deadline(now.monotonic + DrawingBeat.milliseconds)
    (last, nextAgeAt) = (report, Deadline(now.monotonic + Self.ageMilliseconds))
    return max(nextAge, nextAgeAt)
  }

  /// Writes the bytes that wait.
  /// - Returns: whether all of them are written.
  private func send() -> Bool {
    let count = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 {
      switch errno {
      // The hang-up watch reports this in the next turn.
      case EPIPE, EBADF: lose()
      case EAGAIN, EINTR: break
      // A disk that is full may have room again.
      case let code where !isFailing:
        isFailing = true
        log("standard output: \(String(cString: strerror(code))); trying again")
      default: break
      }
      return false
    }
    unsent = unsent.dropFirst(count)
    if isFailing, unsent.isEmpty {
      isFailing = false
      log("standard output can be written again")
    }
    return unsent.isEmpty
  }
}

/// Tells that the other end of a pipe, socket or terminal that we write to is gone, without waiting
/// for the next write to fail.
final class HangUpWatch {
  /// Readable once the other end is gone.
  let descriptor: Int32
  private let watched: Int32

  /// - Returns: nil for what has no other end, as a file.
  init?(_ watched: Int32) {
    self.watched = watched
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    // Asked for nothing, epoll still tells of errors and hang-ups (epoll_ctl(2)).
    var event = epoll_event(events: 0, data: epoll_data_t(fd: watched))
    if epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event) != 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Stops watching: the hang-up has been reported.
  func end() { epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, nil) }
}
