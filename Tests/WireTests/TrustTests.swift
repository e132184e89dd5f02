import CCurl
import COpenSSL
import Glibc
import SimulatedExchange
import TestSupport
import Testing

@testable import Wire

/// Whom a connection believes, and what that costs.
@Suite(.serialized) struct TrustTests {
  /// A folder with one certificate where OpenSSL looks for it: under the hash of its subject.
  private final class HashedFolder {
    private let folder = TemporaryFolder()
    var path: String { folder.path }

    init(_ pem: String) throws {
      let memory = BIO_new_mem_buf(pem, Int32(pem.utf8.count))
      defer { BIO_free(memory) }
      let certificate = try #require(PEM_read_bio_X509(memory, nil, nil, nil))
      defer { X509_free(certificate) }
      let digits = String(
        X509_NAME_hash_ex(X509_get_subject_name(certificate), nil, nil, nil), radix: 16)
      let zeros = String(repeating: "0", count: 8 - digits.count)
      folder.write(Array(pem.utf8), to: "\(zeros)\(digits).0")
    }
  }

  /// How often a file was opened since this was made (inotify(7)).
  private final class OpenCount {
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK))

    init(of path: String) { inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) }

    deinit { close(descriptor) }

    var value: Int {
      var events = [inotify_event](repeating: inotify_event(), count: 64)
      let size = MemoryLayout<inotify_event>.size
      return max(0, read(descriptor, &events, events.count * size)) / size
    }
  }

  private static func otherAuthority() throws -> String {
    try #require(try WireBench("other-ca").exchange.caPEM)
  }

  @Test("without a file the system's folder is believed, and with one that file alone")
  func fileAlone() throws {
    var folder: HashedFolder?
    let bench = try WireBench { pem in
      let made = try HashedFolder(pem)
      folder = made
      return .folder(made.path)
    }
    bench.connect(caFile: nil)
    bench.get("/v1/market/all", caFile: nil)
    #expect(bench.until { $0.events.count == 2 })
    #expect(Set(bench.events) == ["opened", "answered 200"])

    let other = ScratchFile(try Self.otherAuthority())
    bench.connect(caFile: other.path)
    #expect(bench.until { $0.closing != nil })
    #expect(bench.causes == [.certificate], "\(bench.events)")
    withExtendedLifetime(folder) {}
  }

  @Test("what libcurl has built in is replaced: a folder by a file, a file by a folder")
  func bothAreSet() throws {
    let bench = try WireBench()
    let folder = try HashedFolder(try #require(bench.exchange.caPEM))
    let other = ScratchFile(try Self.otherAuthority())
    let url = "https://localhost:\(bench.exchange.port)/v1/market/all"
    let builtIn: [(CURLoption, String, TrustAnchors)] = [
      (CURLOPT_CAPATH, folder.path, .file(other.path)),
      (CURLOPT_CAINFO, bench.caFile!, .folder("/nowhere")),
    ]
    for (option, path, anchors) in builtIn {
      let curl = CurlHandle(mayLookUp: true)
      curl.set(option, path)
      curl.aim(at: url, trusting: anchors)
      #expect(bench.run(curl) == CURLE_PEER_FAILED_VERIFICATION)
    }
  }

  @Test("a file is parsed once, however many connections believe it")
  func parsedOnce() throws {
    let bench = try WireBench()
    let count = OpenCount(of: try #require(bench.caFile))
    for round in 1...3 {
      bench.connect()
      #expect(bench.until { $0.events.filter { $0 == "opened" }.count == round })
    }
    bench.get("/v1/market/all")
    #expect(bench.until { $0.events.contains("answered 200") })
    #expect(count.value == 1)
  }

  @Test("the system's CAs are those of its folder where they have hashes, else those of its file")
  func system() throws {
    let folder = try HashedFolder(try Self.otherAuthority())
    #expect(TrustAnchors.system(folder: folder.path, file: "/f") == .folder(folder.path))
    #expect(TrustAnchors.system(folder: folder.path, file: nil) == .folder(folder.path))
    // It exists, and holds nothing that can be found.
    #expect(TrustAnchors.system(folder: "/proc/self/fd", file: "/f") == .file("/f"))
    #expect(TrustAnchors.system(folder: "/nowhere", file: "/f") == .file("/f"))
    #expect(TrustAnchors.system(folder: "/nowhere", file: nil) == .folder("/nowhere"))
    #expect(TrustAnchors.system(folder: nil, file: "/f") == .file("/f"))
  }

  @Test("no version of TLS before 1.2 is spoken, whatever the library would do")
  func version() throws {
    let bench = try WireBench()
    let curl = CurlHandle(mayLookUp: true)
    curl.aim(at: "https://localhost:\(bench.exchange.port)/", trusting: .file(bench.caFile!))
    var version = 0
    withUnsafeMutablePointer(to: &version) { place in
      curl.set(CURLOPT_SSL_CTX_DATA, UnsafeMutableRawPointer(place))
      _ = tealight_curl_set_tls(curl.handle) { _, context, place in
        let least = SSL_CTX_ctrl(
          OpaquePointer(context), SSL_CTRL_GET_MIN_PROTO_VERSION, 0, nil)
        place!.storeBytes(of: least, as: Int.self)
        return CURLE_OK
      }
      _ = bench.run(curl)
    }
    #expect(version == Int(TLS1_2_VERSION))
  }
}
