import Feeds
import Glibc
import TestSupport
import Testing

@testable import Broker

@Suite("A market that a program publishes")
struct PublishedMarketTests {
  @Test("the manual's example is heard at a broker, and says what a board shows")
  func example() throws {
    let page = Document("board/manual/fleet.md").text
    let start = try #require(page.firstRange(of: "```python\n")?.upperBound)
    let end = try #require(page[start...].firstRange(of: "```")?.lowerBound)
    let program = String(page[start..<end])
    #expect(program.split(separator: "\n").count <= 10)

    let bench = try BrokerBench()
    // The example's broker has the usual port, and nobody has to log in there.
    let stand = "\(bench.folder)/mosquitto_pub"
    try write(
      """
      #!/bin/sh
      exec /usr/bin/mosquitto_pub "$@" -p \(bench.port) -u desk -P secret

      """, to: stand)
    chmod(stand, 0o755)
    let client = try bench.client()
    #expect(client.isConnected)
    #expect(client.isGranted("tealight/power/beat") == true)
    let process = try BrokerBench.spawn([
      "/usr/bin/env", "PATH=\(bench.folder):/usr/bin:/bin", "python3", "-c", program,
    ])
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    let message = try #require(client.message)
    #expect(message.topic == "tealight/power/beat" && !message.isRetained)
    let beat = try #require(HubBeat(message.payload))
    let market = try #require(beat.markets.first)
    #expect(market.name == "hub:POWER" && market.quote == "€/MWh" && market.candle == nil)
    #expect(market.ticker.price > 0 && market.ticker.baselinePrice == 280)
    client.end()
  }
}
