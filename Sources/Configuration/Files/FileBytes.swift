import Glibc

/// Small files that a person names.
public enum FileBytes {
  /// A larger file cannot be the one that is meant.
  public static let countMax = 64 << 10
  /// So much is read at a time.
  private static let chunkBytes = 64 << 10

  /// The whole of a file.
  /// - Parameter isPrivate: true where only its owner and its group may read and write it.
  public static func read(
    _ path: String, countMax: Int = countMax, isPrivate: Bool = false
  ) throws(Diagnostic) -> [UInt8] {
    let file = try open(path)
    defer { close(file) }
    var status = stat()
    if isPrivate, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & (S_IROTH | S_IWOTH) != 0
    {
      throw Diagnostic(
        "other users may read it; run: chmod o-rwx \(path.quotedForShell)",
        at: Location(file: path))
    }
    var bytes: [UInt8] = []
    while bytes.count <= countMax {
      var got = 0
      // A byte more than allowed tells that there are more.
      let most = min(countMax + 1 - bytes.count, chunkBytes)
      let chunk = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
        got = Glibc.read(file, buffer.baseAddress, most)
        count = max(0, got)
      }
      if got == 0 { return bytes }
      if got < 0, errno != EINTR { throw failure(path, errno) }
      bytes += chunk
    }
    throw Diagnostic(
      "the file is too large; at most \(countMax) bytes are read", at: Location(file: path))
  }

  /// Nil where `path` is a file that may be read.
  public static func complaint(_ path: String) -> String? {
    do throws(Diagnostic) {
      close(try open(path))
      return nil
    } catch {
      return error.text
    }
  }

  /// Nil where `path` is a program that may be run, named from the root.
  static func programComplaint(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return "it must begin with /" }
    var status = stat()
    guard stat(path, &status) == 0 else { return failure(path, errno).text }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return "it is not a program; give the path of one"
    }
    return access(path, X_OK) == 0
      ? nil : "it is not executable; run: chmod +x \(path.quotedForShell)"
  }

  /// Nil where `path` is a folder that may be read.
  static func folderComplaint(_ path: String) -> String? {
    let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder < 0 {
      return errno == ENOTDIR
        ? "it is not a folder; give the path of one" : failure(path, errno).text
    }
    close(folder)
    return access(path, X_OK) == 0
      ? nil : "its files cannot be opened; run: chmod +x \(path.quotedForShell)"
  }

  /// Nil where a file may be made anew at `path`.
  static func writingComplaint(_ path: String) -> String? {
    var status = stat()
    if stat(path, &status) == 0 {
      return status.st_mode & S_IFMT == S_IFDIR ? "it is a folder; give the path of a file" : nil
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return folderComplaint(folder).map { _ in
      "its folder does not exist; create it, or use one that exists"
    }
  }

  /// Whether there is such a file, as far as can be told.
  public static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0 || passing.contains(errno)
  }

  /// Errors of the machine that may pass: nothing is wrong with the file that was named.
  private static let passing: Set<Int32> = [
    EAGAIN, EINTR, EIO, EMFILE, ENFILE, ENOBUFS, ENOMEM, ESTALE, ETIMEDOUT,
  ]

  /// Does not wait: a pipe that nothing is written to would hold the start up.
  private static func open(_ path: String) throws(Diagnostic) -> Int32 {
    let file = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if file < 0 { throw failure(path, errno) }
    var status = stat()
    fstat(file, &status)
    let kind = status.st_mode & S_IFMT
    if kind == S_IFREG || kind == S_IFCHR { return file }
    close(file)
    throw Diagnostic(
      kind == S_IFDIR
        ? "it is a folder; give the path of a file" : "it is not a file; give the path of one",
      at: Location(file: path))
  }

  private static func failure(_ path: String, _ code: Int32) -> Diagnostic {
    let text =
      switch code {
      case ENOENT, ENOTDIR: "there is no such file; check the path"
      case EACCES, EPERM: "no permission to read it; check its owner and mode"
      default: "it cannot be read: \(String(cString: strerror(code)))"
      }
    return Diagnostic(text, at: Location(file: path), mayPass: passing.contains(code))
  }
}

extension String {
  /// As one word of a command that a person may paste.
  fileprivate var quotedForShell: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains($0))
    }
    guard !isPlain else { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}
