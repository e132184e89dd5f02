import ArgumentParser
import Feeds
import Glibc
import Tealight

/// `tealight markets`: what the exchange lists, as a configuration writes it.
struct Markets: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find a market by its code or its English or Korean name.",
    discussion: """
      Asks the exchange; the first column is what stands under markets in a configuration:
        tealight markets eth
        tealight markets 비트코인
      """)

  @Argument(help: "Part of a code or a name. (default: every market)")
  var query = ""

  @Option(help: "The exchange.")
  var exchange = "upbit"

  @Option(help: "Its REST endpoint, in place of its own.")
  var rest: String?

  @Option(help: "PEM file of a private CA.")
  var ca: String?

  func run() throws {
    let exchanges = Catalogue().exchanges
    guard let exchange = exchanges.first(where: { $0.name == exchange }) else {
      let known = exchanges.map(\.name).joined(separator: ", ")
      throw ValidationError("unknown exchange \"\(self.exchange)\"; known: \(known)")
    }
    let wanted = query.lowercased()
    let found = try MarketList.fetch(from: exchange, rest: rest, caFile: ca).filter { listing in
      wanted.isEmpty
        || [listing.code, listing.names.english, listing.names.korean].contains {
          $0.lowercased().contains(wanted)
        }
    }
    guard !found.isEmpty else {
      complain("\(exchange.title) lists no market with \"\(query)\" in its code or its names")
      throw ExitCode.failure
    }
    let width = found.map(\.code.count).max()!
    for listing in found {
      let gap = String(repeating: " ", count: width - listing.code.count)
      print(
        "\(exchange.name):\(listing.code)\(gap)  \(listing.names.english)  \(listing.names.korean)")
    }
  }
}
