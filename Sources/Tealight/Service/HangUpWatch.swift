import CLinux
import Glibc

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

  /// It has been heard: from now on it says nothing.
  func end() { epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, nil) }
}
