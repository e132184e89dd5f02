import Glibc
import TestSupport
import Testing
import Web

@testable import Configuration

@Suite("Who may look in with a browser")
struct WebConfigTests {
  private func read(_ text: String) throws -> Config.Web? {
    try Config.read(Array(text.utf8), file: "t.toml", boardless).web
  }

  private func expect(_ text: String, isRefusedWith words: String) {
    #expect {
      try read(text)
    } throws: { error in
      (error as? ConfigError)?.diagnostics.contains { $0.text.contains(words) } == true
    }
  }

  @Test("nobody looks in unless the file says so; then from this machine alone")
  func usual() throws {
    #expect(try read("") == nil)
    let web = try #require(try read("[web]"))
    #expect(web.listen.map(\.description) == ["127.0.0.1:8470"])
    #expect(web.allowsPairing && !web.isViewOnly && !web.isReachable && web.tls == nil)
  }

  @Test("every key is understood, and neither password nor token is ever printed")
  func everyKey() throws {
    try withKey("0123456789abcdef\n") { path in
      let text = """
        [web]
        listen = ["0.0.0.0", "[::]:80", "[fe80::1]"]
        password_file = "\(path)"
        token_file = "\(path)"
        pairing = false
        certificate = "/etc/passwd"
        key = "/etc/hostname"
        names = ["desk.example.org", "desk"]
        proxy = ["::1", "10.0.0.2"]
        view_only = true
        """
      let web = try #require(try read(text))
      #expect(web.listen.map(\.description) == ["0.0.0.0:8470", "[::]:80", "[fe80::1]:8470"])
      #expect(
        web.password?.text == "0123456789abcdef" && web.token?.text == "0123456789abcdef"
          && web.isReachable)
      #expect(!web.allowsPairing && web.isViewOnly)
      #expect(web.tls == Config.TLSFiles(certificate: "/etc/passwd", key: "/etc/hostname"))
      #expect(
        web.names == ["desk.example.org", "desk"]
          && web.proxies.map(\.description) == ["::1", "10.0.0.2"])
      #expect(!"\(web)".contains("0123456789"))
    }
  }

  @Test("a token alone lets programs in from elsewhere, and no browser")
  func tokenAlone() throws {
    try withKey("0123456789abcdef\n") { path in
      let web = try #require(
        try read("[web]\nlisten = [\"0.0.0.0\"]\ntoken_file = \"\(path)\"\npairing = false"))
      #expect(web.password == nil && !web.allowsPairing && web.isReachable)
    }
  }

  @Test("where nothing can be pressed and there is no password, it warns that no browser gets in")
  func unpaired() throws {
    func warnings(_ text: String) throws -> [String] {
      try Config.read(Array(text.utf8), file: "t.toml", boardless).warnings.map(\.description)
    }
    let open = "[web]\nlisten = [\"0.0.0.0\"]\n"
    #expect(try warnings(open).first?.contains("set password_file") == true)
    #expect(try warnings("[web]\n").isEmpty)
    #expect(try warnings(open + "[[button]]\nchip = \"/dev/gpiochip0\"\nline = 17\n").isEmpty)
    try withKey("correct horse\n") { path in
      let warned = try warnings(open + "password_file = \"\(path)\"\n")
      #expect(warned.isEmpty)
    }
  }

  @Test("a token that could be guessed is refused")
  func shortToken() throws {
    try withKey("abc123\n") { path in
      expect("[web]\ntoken_file = \"\(path)\"", isRefusedWith: "at least 16")
    }
  }

  @Test("a password that others may read is refused")
  func privacy() throws {
    try withKey("abc123\n", mode: 0o644) { path in
      expect("[web]\npassword_file = \"\(path)\"", isRefusedWith: "chmod o-rwx")
    }
  }

  @Test(
    "an address is local or not, whatever its kind",
    arguments: [
      ("127.0.0.1", true), ("127.1.2.3:80", true), ("[::1]", true), ("0.0.0.0", false),
      ("[::]", false), ("192.0.2.7:8470", false), ("[::ffff:127.0.0.1]", true),
    ])
  func loopback(text: String, isLocal: Bool) throws {
    #expect(try #require(ListenAddress(configured: text)).address.isLoopback == isLocal)
  }
}
