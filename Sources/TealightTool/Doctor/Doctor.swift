import ArgumentParser
import Configuration
import Devices
import Feeds
import MarketData
import State
import Tealight
import Typeface

/// `tealight doctor`: what the board has, and whether the configured devices can be used.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find problems with the board, its devices and the network, and say how to fix them.",
    discussion: """
      It lists buses and the devices on them, framebuffers, GPIO lines, LEDs and keys. It checks \
      the configured devices, the clock, the exchanges and the broker. It changes nothing, and can run while \
      the daemon runs. With sudo it tells which devices the installed service may open.

        tealight doctor
        tealight doctor --json --offline

      Exit status: 69 if a configured device cannot be used, 78 if the configuration has a \
      mistake.
      """)

  @Argument(
    help: "The configuration file. (default: the file that the daemon reads)", completion: .file())
  var file: String?

  @Flag(help: "Print one JSON object a line: level, subject, text, fix.")
  var json = false

  @Flag(help: "Do not contact the exchanges and the broker.")
  var offline = false

  func run() throws {
    // Root also reads the credentials that systemd hands to the service.
    var loaded = Result { () throws(StartError) in try Config.load(file, Catalogue()) }
    if ServiceUser.become() {
      loaded = loaded.flatMap { config in
        Result { () throws(StartError) in
          try ServiceUser.tryReading(file)
          return config
        }
      }
      say([
        Finding(.good, "devices", "are opened as the user \(OwnName.user), as the service does")
      ])
    }
    let board = SurveyedBoard(BoardSurvey())
    say(board.findings)
    let language = (try? loaded.get())?.settings.language ?? .english
    say([Self.clock] + Self.fonts(for: language))
    let config: Config
    do throws(StartError) { config = try loaded.get() } catch {
      say(error.lines.map { Finding(.problem, "configuration", $0) })
      throw ExitCode(error.exitCode)
    }
    let configured = board.findings(for: config)
    say(configured)
    if !offline { say(Self.exchanges(config) + Self.broker(config)) }
    if configured.contains(where: { $0.level == .problem }) { throw ExitCode(69) }
  }

  private func say(_ findings: [Finding]) {
    for finding in findings { print(json ? finding.json : finding.lines) }
  }

  private static var clock: Finding {
    BoardSurvey.clockIsSynchronised
      ? Finding(.good, "clock", "is synchronised by the network")
      : Finding(
        .note, "clock", "is not synchronised: the time of day may be wrong",
        fix: "sudo timedatectl set-ntp true")
  }

  static func fonts(
    in folder: String = Typeface.debianFolder, for language: Language
  ) -> [Finding] {
    let missing = Typeface.missing(in: folder, hasHangul: language == .korean)
    if missing.isEmpty { return [Finding(.good, "fonts", "are all installed")] }
    return missing.map {
      Finding(
        .note, "fonts", "\($0.package) is missing; using \($0.substitute) instead",
        fix: "sudo apt install \($0.package)")
    }
  }

  private static func broker(_ config: Config) -> [Finding] {
    guard let mqtt = config.mqtt else { return [] }
    do throws(BrokerTrial.Failure) {
      return [Finding(.good, "broker", try BrokerTrial.run(mqtt))]
    } catch {
      return [Finding(.note, "broker", error.text, fix: error.fix)]
    }
  }

  private static func exchanges(_ config: Config) -> [Finding] {
    var listed: [String: Set<String>] = [:]
    let findings = Catalogue().exchanges.filter { config.asks($0.name) }.map { exchange in
      guard exchange is any MarketListSource else {
        return Finding(
          .note, exchange.name, "cannot be checked here; tealightd shows whether it answers")
      }
      var failureReason = ""
      let directory = Directory([.init(exchange, config)], cache: ListCache(folder: nil)) {
        failureReason = $1
      }
      guard let entries = directory.entries(at: 0) else {
        return Finding(
          .note, exchange.name, failureReason,
          fix: "check the network; prices are shown as soon as it works")
      }
      listed[exchange.name] = Set(entries.map(\.listing.code))
      return Finding(.good, exchange.name, "answers; it lists \(entries.count) markets")
    }
    return findings + unlisted(config, listed)
  }

  /// The configured markets that none of their exchanges lists.
  /// - Parameters:
  ///   - listed: the codes that each exchange lists, of those that have answered.
  ///   - search: how a code is found by a word.
  static func unlisted(
    _ config: Config, _ listed: [String: Set<String>],
    search: (_ word: String) -> String = { "to find its code: tealight markets \($0)" }
  ) -> [Finding] {
    config.places.compactMap { place in
      let markets = place.map { config.markets[$0] }
      let isUnlisted = markets.allSatisfy { market in
        listed[market.exchange].map { !$0.contains(market.code) } ?? false
      }
      guard isUnlisted, let first = markets.first else { return nil }
      let swapped = markets.lazy.compactMap { $0.swapped(in: listed[$0.exchange] ?? []) }.first
      return Finding(
        .note, "market", "\(config.spell(place)) is not listed",
        fix: swapped.map { "did you mean \($0)?" }
          ?? search(first.base.lowercased()))
    }
  }
}

extension Market {
  /// The market whose code has the two currencies the other way round, where it is listed. Exchanges
  /// write them in different orders.
  fileprivate func swapped(in codes: Set<String>) -> String? {
    ["-", "/", ""].flatMap { ["\(base)\($0)\(quote)", "\(quote)\($0)\(base)"] }
      .first(where: codes.contains).map { "\(exchange):\($0)" }
  }
}
