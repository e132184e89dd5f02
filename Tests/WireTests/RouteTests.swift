import CCurl
import Glibc
import Testing

@testable import Wire

@Suite struct RouteTests {
  /// Default routes in the kernel's own tables.
  private var routes: Int {
    ["/proc/net/route", "/proc/net/ipv6_route"].reduce(0) { count, path in
      guard let file = fopen(path, "r") else { return count }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      var count = count
      while fgets(&line, 256, file) != nil {
        let text = String(
          decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let isDefault =
          text.split(separator: "\t").dropFirst().first == "00000000"
          || text.hasPrefix(String(repeating: "0", count: 32))
        if isDefault, !text.hasSuffix(" lo\n") { count += 1 }
      }
      return count
    }
  }

  @Test("a way out is known where the kernel has a default route, or else no name can be resolved")
  func leadsOut() {
    #expect(Route.leadsOut == (routes > 0))
    #expect((CurlHandle().cause(CURLE_COULDNT_RESOLVE_HOST) == .network) == (routes == 0))
    #expect(CurlHandle().cause(CURLE_COULDNT_CONNECT) == .other)
  }
}
