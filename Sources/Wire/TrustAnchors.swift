import CCurl
import Glibc

/// The CAs that a connection trusts: those of one folder or those of one file, never both.
///
/// libcurl has a folder and a file built in and uses each that is not replaced. So both are always
/// set here: otherwise a private CA would be trusted in addition to the system's, and a file beside
/// a folder would be parsed again for each connection, since libcurl caches a file only if there is
/// no folder.
enum TrustAnchors: Equatable, Sendable {
  /// Certificates named by the hashes of their subjects, as `openssl rehash` does. Only those that a
  /// server's chain needs are read.
  case folder(String)
  /// PEM, one certificate or many. libcurl parses it once and keeps it for a day.
  case file(String)

  /// The system's CAs, at the place where libcurl was built to look for them.
  static let system: Self = {
    guard let handle = curl_easy_init() else { return .folder("/etc/ssl/certs") }
    defer { curl_easy_cleanup(handle) }
    func builtIn(_ info: CURLINFO) -> String? {
      var text: UnsafePointer<CChar>?
      _ = tealight_curl_get_string(handle, info, &text)
      return text.map { String(cString: $0) }
    }
    return system(folder: builtIn(CURLINFO_CAPATH), file: builtIn(CURLINFO_CAINFO))
  }()

  /// The folder if certificates in it can be found by their hashes, else the file.
  static func system(folder: String?, file: String?) -> Self {
    if let folder, isHashed(folder) { return .folder(folder) }
    if let file { return .file(file) }
    return .folder(folder ?? "/etc/ssl/certs")
  }

  var folderAndFile: (folder: String?, file: String?) {
    switch self {
    case .folder(let path): (path, nil)
    case .file(let path): (nil, path)
    }
  }

  /// Whether the folder holds at least one name like `5ed36f99.0` (openssl-rehash(1)).
  private static func isHashed(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let hash = name.prefix(8)
      if name.count > 9, hash.count == 8, name[8] == UInt8(ascii: "."),
        hash.allSatisfy({ isxdigit(Int32($0)) != 0 }),
        name[9...].allSatisfy({ isdigit(Int32($0)) != 0 })
      {
        return true
      }
    }
    return false
  }
}
