import Configuration
import Feeds
import Glibc
import SimulatedExchange
import TestSupport

@testable import Tealight

/// Simulated exchanges that are asked for their markets, and a folder that goes at the end.
final class DirectoryBench {
  var folder: String { temporary.path }
  private let temporary = TemporaryFolder()
  var reports: [String] = []
  private let clock = Clock.fixed()

  func exchange(
    _ name: String = "upbit", listings: [SimulatedListing] = SimulatedListing.first(10)
  ) throws -> SimulatedServer {
    var options = SimulatedServer.Options()
    options.usesTLS = false
    options.sources = [name]
    options.listings = listings
    return try SimulatedServer(options)
  }

  func source(_ exchange: SimulatedServer) -> Directory.Source {
    source(at: "http://127.0.0.1:\(exchange.port)/v1")
  }

  /// Upbit at that endpoint.
  func source(at rest: String) -> Directory.Source {
    var config = Config()
    config.configuredAddresses["upbit"] = Config.ConfiguredAddress(rest: rest)
    return Directory.Source(Upbit(), config)
  }

  func directory(_ exchange: SimulatedServer) -> Directory {
    directory([source(exchange)], exchange, folder: "\(folder)/markets")
  }

  func directory(
    _ sources: [Directory.Source], _ exchange: SimulatedServer, folder: String?
  ) -> Directory {
    Directory(sources, cache: ListCache(folder: folder)) { [clock] in
      exchange.turn(now: clock.now())
    } report: { [self] name, sentence in
      reports.append("\(name): \(sentence)")
    }
  }
}
