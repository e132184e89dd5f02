import Testing

@testable import Wire

@Suite("This machine's networks, for people")
struct LocalNetworkTests {
  private static let titles = """
    Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
     face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22

    """

  @Test("the best signal is said in dBm, however drivers say it")
  func signal() {
    let table: [(String, Int?)] = [
      ("", nil),
      (" wlan0: 0000   54.  -56.  -256        0      0      0      0    101        0", -56),
      (" wlan0: 0000   54  200   0   0\n wlan1: 0000   30.  -70.  -256   0", -56),
      (" wlan0: 0000", nil), (" wlan0: 0000 x y z", nil),
      (" wlan0: 0000 54. -99999999999999999999.", nil),
      (" wlan0: 0000 54. 99999.", nil),
    ]
    for (rows, signal) in table {
      #expect(LocalNetwork.signal(in: Self.titles + rows) == signal)
    }
    #expect(LocalNetwork.signal(in: "") == nil)
  }

  @Test("addresses are written as people write them")
  func addresses() {
    #expect(([192, 168, 0, 23] as [UInt8]).text == "192.168.0.23")
    let six: [UInt8] = [0xFD, 0x12] + Array(repeating: 0, count: 13) + [0x23]
    #expect(six.text == "fd12::23")
    #expect(([1, 2, 3] as [UInt8]).text == "")
    #expect(LocalNetwork.now.addresses.allSatisfy { !$0.isEmpty })
  }
}
