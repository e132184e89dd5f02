import Configuration

@testable import Wire

/// Boards are files of their own, with mistakes of their own.
private let catalogue: Catalogue = {
  var catalogue = Catalogue()
  catalogue.boardFolders = []
  return catalogue
}()

/// Whatever a file holds, it is a configuration or a list of mistakes, each on one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let file = Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(ConfigError) {
    let config = try Config.read(file, file: "t.toml", catalogue)
    precondition(!config.markets.isEmpty)
    for case let url? in config.configuredAddresses.values.map(\.websocket) {
      precondition(WireURL(url) != nil, url)
    }
  } catch {
    let lines = error.diagnostics.map(\.description)
    precondition(!lines.isEmpty)
    precondition(lines.allSatisfy { $0.hasPrefix("t.toml:") && !$0.contains("\n") })
  }
  return 0
}
