import Glibc

/// Keeps a folder to one process. The kernel gives it back when the process ends, however it ends.
final class FolderLock {
  /// False where another process has it.
  let isOurs: Bool
  private let folder: Int32

  init(_ path: String) {
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Any other failure says nothing of another process: some network folders have no locks.
    isOurs = folder < 0 || flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  deinit {
    guard folder >= 0 else { return }
    // A child that is about to let go of everything may still have it open.
    flock(folder, LOCK_UN)
    close(folder)
  }
}
