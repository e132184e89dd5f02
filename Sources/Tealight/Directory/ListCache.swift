import CLinux
import Configuration
import Feeds
import Glibc

/// The exchanges' lists of markets on disk: a file each, never half of one.
public struct ListCache {
  /// A younger list is as good as a new one: markets come and go by days.
  static let freshSeconds: Int64 = 6 * 3_600
  private static let countMax = 4 << 20

  let folder: String?

  /// - Parameter folder: made where it is missing; nil where nothing can be kept.
  public init(folder: String?) { self.folder = folder }

  /// In the service's own folder; nil where there is none, as in a run from a shell.
  static func ofService(
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> ListCache? {
    let folder = environment("CACHE_DIRECTORY")?.split(separator: ":").first
    return folder.map { ListCache(folder: "\($0)/markets") }
  }

  /// In the service's own folder, else in the user's (XDG Base Directory Specification 0.8).
  public static func usual(
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> ListCache {
    func folder(_ name: String, below: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 + below : nil }
    }
    let own =
      folder("XDG_CACHE_HOME", below: "/tealight/markets")
      ?? folder("HOME", below: "/.cache/tealight/markets")
    return ofService(environment: environment) ?? ListCache(folder: own)
  }

  /// The kept list of an exchange; nil where there is none, or it is from another endpoint.
  /// - Parameter report: takes a sentence where a file cannot be used; a damaged one is set aside.
  func load(_ exchange: String, rest: String, report: (String) -> Void) -> ListArchive? {
    guard let path = path(exchange), FileBytes.exists(path) else { return nil }
    let bytes: [UInt8]
    do throws(Diagnostic) { bytes = try FileBytes.read(path, countMax: Self.countMax) } catch {
      report("\(error)")
      return nil
    }
    do throws(ListArchive.Flaw) {
      // Swift 6.0 forgets which error a closure of an array's throws.
      let archive = try bytes.withUnsafeBufferPointer { bytes in
        Result { () throws(ListArchive.Flaw) in try ListArchive(bytes) }
      }.get()
      guard archive.exchange == exchange else { throw .damaged }
      return archive.rest == rest ? archive : nil
    } catch .otherVersion {
      report("\(path) is from another version of tealight; the list is requested again")
    } catch {
      let aside = "\(path).damaged"
      report("\(path) is damaged; it is renamed to \(aside)")
      rename(path, aside)
    }
    return nil
  }

  /// - Parameter report: takes a sentence where the list cannot be saved.
  func save(_ archive: ListArchive, report: (String) -> Void) {
    guard let folder, let path = path(archive.exchange) else { return }
    make(folder)
    let code = FileBytes.replace(path, with: Array(archive.text.utf8))
    if code != 0 { report("\(path): the list cannot be saved: \(String(cString: strerror(code)))") }
  }

  private func path(_ exchange: String) -> String? { folder.map { "\($0)/\(exchange).json" } }

  /// Makes a folder and those above it. If that fails, making the file fails, too.
  private func make(_ folder: String) {
    if mkdir(folder, 0o700) == 0 || errno != ENOENT { return }
    let parent = folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex)
    guard !parent.isEmpty else { return }
    make(String(parent))
    mkdir(folder, 0o700)
  }
}

extension FileBytes {
  /// Replaces a file: it is the old one or the new one, never half of one. Without `flushes` the
  /// card is not waited for, and after a power cut the file may be empty. A file of the daemon that
  /// must outlive a power cut is a `BackgroundFile`.
  /// - Parameters:
  ///   - flushes: true where it must outlive a power cut.
  ///   - like: a file whose owner, group and mode it gets, where there is such a file.
  /// - Returns: 0, or the error number.
  public static func replace(
    _ path: String, with bytes: [UInt8], flushes: Bool = false, like: String? = nil
  ) -> Int32 {
    var status = stat()
    let isThere = like.map { stat($0, &status) == 0 } ?? false
    return withUnsafePointer(to: status) { status in
      tealight_replace_file(
        path, "\(path).partial", bytes, bytes.count, flushes ? 1 : 0, isThere ? status : nil)
    }
  }
}
