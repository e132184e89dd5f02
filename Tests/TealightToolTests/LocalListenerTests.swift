import Testing
import Web

@testable import TealightTool

@Suite("Who gets the token of a call")
struct LocalListenerTests {
  private static let tcp = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 00000000:2116 00000000:0000 0A 00000000:00000000 00:00000000 00000000   997        0 1099 1 0
       1: 0100007F:2117 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1100 1 0
       2: 0100007F:B20F 0100007F:2116 01 00000000:00000000 00:00000000 00000000  1001        0 1101 1 0

    """

  private static let tcp6 = """
      sl  local_address                         remote_address                        st tx_queue rx_queue
       0: 00000000000000000000000001000000:2118 00000000000000000000000000000000:0000 0A 00000000:00000000 \
    00:00000000 00000000     0        0 1102 1 0
       1: 0000000000000000FFFF00000100007F:2118 00000000000000000000000000000000:0000 0A 00000000:00000000 \
    00:00000000 00000000  1000        0 1103 1 0
       2: 00000000000000000000000000000000:2119 00000000000000000000000000000000:0000 0A 00000000:00000000 \
    00:00000000 00000000  1002        0 1104 1 0
    """

  private static func place(_ text: String) -> ListenAddress { ListenAddress(text)! }

  @Test("the kernel's list has who listens, and where")
  func lists() {
    #expect(
      LocalListener.all(in: Self.tcp) == [
        LocalListener(Self.place("0.0.0.0:8470"), user: 997),
        LocalListener(Self.place("127.0.0.1:8471"), user: 1000),
      ])
    #expect(
      LocalListener.all(in: Self.tcp6) == [
        LocalListener(Self.place("[::1]:8472"), user: 0),
        LocalListener(Self.place("127.0.0.1:8472"), user: 1000),
        LocalListener(Self.place("[::]:8473"), user: 1002),
      ])
    for text in ["", "\n", "0: x", "0: 0:0 0 0A 0 0 0 0", "0: 0100007F:2116 0 0A 0 0 0 -1"] {
      #expect(LocalListener.all(in: text) == [])
    }
  }

  private static let strangers: [(base: String, user: UInt32?)] = [
    ("http://127.0.0.1:8470", nil), ("http://127.0.0.1:8471", 1000),
    ("http://127.0.0.1:8472", 1000),
    ("http://[::1]:8472", nil), ("http://localhost:8472", 1000), ("http://[::1]:8473", 1002),
    ("http://127.0.0.1:8473", 1002), ("http://LOCALHOST:8471/tealight", 1000),
    // Nobody listens, TLS tells who it is, another machine.
    ("http://127.0.0.1:8474", nil), ("https://127.0.0.1:8471", nil),
    ("http://192.0.2.7:8471", nil), ("http://localhost.example:8471", nil),
  ]

  @Test("a program of a stranger does not get it", arguments: strangers)
  func stranger(base: String, user: UInt32?) {
    let listeners = LocalListener.all(in: Self.tcp) + LocalListener.all(in: Self.tcp6)
    let found = Call.stranger(
      hearing: Call.ownPlaces(of: base), among: listeners, trusting: [0, 997])
    #expect(found == user)
  }

  @Test("a URL without a port leads to that of its scheme")
  func usualPort() {
    #expect(Call.ownPlaces(of: "http://127.0.0.1") == [Self.place("127.0.0.1:80")])
    #expect(
      Call.ownPlaces(of: "http://localhost")
        == [Self.place("127.0.0.1:80"), Self.place("[::1]:80")])
  }
}
