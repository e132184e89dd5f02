import Glibc

/// Hears from the kernel when a file was written, replaced by another or taken away (inotify(7)).
final class FileWatch {
  /// Readable when something happened near one of the files.
  let descriptor: Int32
  private let paths: [String]
  /// Each folder that is watched, by its watch, with the names of the files in it, and of folders
  /// that are not there yet.
  private var folders: [Int32: (path: String, names: Set<String>)] = [:]

  /// - Parameter paths: those of the files. A folder that is not there yet is awaited.
  /// - Returns: nil where the kernel does not watch them.
  init?(_ paths: [String]) {
    self.paths = paths
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    watch()
    if folders.isEmpty { return nil }
  }

  /// The events in a folder, and those of the folder itself.
  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF)

  private func watch() {
    let before = folders
    folders = [:]
    // The file that a link leads to is written in its own folder.
    for path in paths + paths.compactMap(target) {
      let parts = path.split(separator: "/")
      let isAbsolute = path.hasPrefix("/")
      // The folder is watched, because editors write another file and give it the name.
      for count in parts.indices.reversed() {
        let folder = (isAbsolute ? "/" : "./") + parts[..<count].joined(separator: "/")
        let watch = inotify_add_watch(descriptor, folder, Self.mask)
        guard watch >= 0 else { continue }
        folders[watch, default: (folder, [])].names.insert(String(parts[count]))
        break
      }
    }
    for watch in before.keys where folders[watch] == nil { inotify_rm_watch(descriptor, watch) }
  }

  /// Where a path leads through links, although nothing may be there yet; nil where there is neither a
  /// file nor a link.
  private func target(of path: String) -> String? {
    if let target = realpath(path, nil) {
      defer { free(target) }
      return String(cString: target)
    }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let target = String(
      decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return target.hasPrefix("/") ? target : (folder + [target[...]]).joined(separator: "/")
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes what the kernel has said.
  /// - Returns: whether one of the files may have changed, or is gone.
  func read() -> Bool {
    let isAnother = readEvents()
    // A link may lead elsewhere now.
    if isAnother { watch() }
    return isAnother
  }

  private static func isLink(_ path: String) -> Bool {
    var first: CChar = 0
    return readlink(path, &first, 1) > 0
  }

  private func isAbout(_ event: inotify_event, _ name: String) -> Bool {
    func says(_ bits: Int32) -> Bool { event.mask & UInt32(bits) != 0 }
    // More happened than the kernel's queue holds.
    if says(IN_Q_OVERFLOW) { return true }
    guard let folder = folders[event.wd] else { return false }
    // The folder has gone with all that is in it.
    if says(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) { return true }
    // A file that was just made is not written yet; a folder or a link is complete at once.
    return folder.names.contains(name)
      && (!says(IN_CREATE) || says(IN_ISDIR) || Self.isLink("\(folder.path)/\(name)"))
  }

  private func readEvents() -> Bool {
    var isAnother = false
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isAnother }
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        while offset < count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          offset = start + Int(event.len)
          let name = String(decoding: bytes[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
          if isAbout(event, name) { isAnother = true }
        }
      }
    }
  }
}
