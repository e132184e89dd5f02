import ArgumentParser
import Feeds
import Tealight

/// How CoinGecko is asked on the command line.
struct GeckoOptions: ParsableArguments {
  @Option(help: "The REST address, in place of CoinGecko's own.")
  var rest: String?

  @Option(help: "A PEM file of a private CA.")
  var ca: String?

  @Flag(help: "Print JSON for programs.")
  var json = false

  /// Asks, and ends the program with 69 where there is no answer.
  func ask<Value>(_ question: (Lookup, CoinGecko) throws(Lookup.Failure) -> Value) throws -> Value {
    do throws(Lookup.Failure) {
      return try question(Lookup(rest: rest, caFile: ca), CoinGecko())
    } catch {
      complain("\(error)")
      throw ExitCode(69)
    }
  }
}
