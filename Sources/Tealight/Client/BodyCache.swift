import Feeds

/// Bodies that a host has marked, so that it need not send them again (RFC 9110 section 13).
struct BodyCache {
  static let bytesMax = 512 << 10

  private struct Entry {
    let url: String
    /// `If-None-Match` and `If-Modified-Since`, as the host wants them back.
    let conditions: [Header]
    let body: [UInt8]

    /// How many bytes the entry takes, about. The headers of even the smallest body count as well.
    var bytes: Int {
      conditions.reduce(url.utf8.count + body.count + 256) { $0 + $1.value.utf8.count }
    }
  }

  /// The entry that was needed last stands last.
  private var entries: [Entry] = []

  /// The headers to send along, so that a body comes back only if it has changed.
  func conditions(for url: String) -> [Header] {
    entries.first { $0.url == url }?.conditions ?? []
  }

  /// Keeps the body of an answer with status 200 where the host has marked it.
  mutating func keep(
    _ body: UnsafeBufferPointer<UInt8>, of url: String, _ headers: [Header]
  ) {
    entries.removeAll { $0.url == url }
    func value(_ name: String) -> String? { headers.last { $0.name == name }?.value }
    let conditions = [
      value("etag").map { Header(name: "If-None-Match", value: $0) },
      value("last-modified").map { Header(name: "If-Modified-Since", value: $0) },
    ].compactMap { $0 }
    guard !conditions.isEmpty, body.count <= Self.bytesMax / 2 else { return }
    entries.append(Entry(url: url, conditions: conditions, body: Array(body)))
    while entries.reduce(0, { $0 + $1.bytes }) > Self.bytesMax { entries.removeFirst() }
  }

  /// The body that an answer with status 304 stands for; nil where it is no longer kept.
  mutating func body(for url: String) -> [UInt8]? {
    guard let index = entries.firstIndex(where: { $0.url == url }) else { return nil }
    entries.append(entries.remove(at: index))
    return entries[entries.count - 1].body
  }
}
