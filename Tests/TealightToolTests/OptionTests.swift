import ArgumentParser
import Testing

@testable import TealightTool

@Suite("What the command line allows")
struct OptionTests {
  private static let speeds = [
    ("0.01", true), ("60", true), ("max", true), ("0", false), ("-1", false), ("0.001", false),
    ("1e7", false), ("nan", false), ("inf", false), ("fast", false),
  ]

  @Test("a recording is played at a speed above nothing", arguments: speeds)
  func speed(text: String, isAllowed: Bool) {
    let arguments = ["x.rec", "--speed=\(text)"]
    do {
      _ = try Replay.parse(arguments)
      #expect(isAllowed)
    } catch {
      #expect(!isAllowed)
      let sentence = Replay.message(for: error)
      #expect(sentence == "--speed is \"\(text)\"; write a number from 0.01 to 1000000, or max")
      #expect(Replay.exitCode(for: error).rawValue == 64)
    }
  }

  @Test("a recording ends with what was written, in started thousands of bytes")
  func recorded() {
    for (count, size) in [(0, 0), (1, 1), (1_000, 1), (356_001, 357)] {
      #expect(
        Record.summary(of: "day.rec", milliseconds: 10_999, byteCount: count)
          == "wrote day.rec, 10 s, \(size) kB")
    }
  }

  @Test("a port is one of TCP's, and the range is said")
  func port() throws {
    for port in [0, 65_535] { _ = try Simulate.parse(["--port=\(port)"]) }
    for port in [-1, 65_536] {
      do {
        _ = try Simulate.parse(["--port=\(port)"])
        Issue.record("\(port) is taken")
      } catch {
        #expect(
          Simulate.message(for: error) == "--port is \(port); it must be from 0 to 65535")
      }
    }
  }

  @Test("the demo refuses a fault that there is not as the simulation does")
  func faults() throws {
    _ = try Demo.parse(["--fault=half-open@20-60"])
    do {
      _ = try Demo.parse(["--fault=nope"])
      Issue.record("it is taken")
    } catch {
      #expect(Demo.message(for: error).hasPrefix("--fault: "))
      #expect(Demo.exitCode(for: error).rawValue == 64)
    }
  }

  @Test("a command that there is not is said with what may have been meant")
  func commands() {
    #expect(
      Tool.unknownCommand(in: ["bords", "--help"])?
        .hasPrefix("unknown command \"bords\"; did you mean \"boards\"? known: \"demo\", ") == true)
    #expect(
      Tool.unknownCommand(in: ["help", "record2"])?.hasPrefix(
        "unknown command \"record2\"; did you mean \"record\"?") == true)
    let known = [
      [], ["boards"], ["help", "boards"], ["test-card"], ["help"], ["--version"], ["-h"],
    ]
    for arguments in known {
      #expect(Tool.unknownCommand(in: arguments) == nil)
    }
  }

  @Test("a name that there is not is said with what may have been meant")
  func names() {
    func sentence<Command: ParsableCommand>(_ command: Command.Type, _ words: String) -> String {
      do {
        _ = try command.parse([words])
        return ""
      } catch {
        return command.message(for: error)
      }
    }
    let exchange = "unknown exchange \"ubpit\"; did you mean \"upbit\"? known: \"upbit\", "
    #expect(sentence(Markets.self, "--exchange=ubpit").hasPrefix(exchange))
    #expect(sentence(Simulate.self, "--exchange=ubpit").hasPrefix(exchange))
    #expect(sentence(Rates.self, "--source=ubpit").hasPrefix("unknown source \"ubpit\"; known: "))
    #expect(sentence(Simulate.self, "--fault=ubpit:clock=1").hasPrefix("--fault: " + exchange))
    #expect(
      sentence(Demo.self, "--fault=hafl-open")
        == "--fault: unknown fault \"hafl-open\"; did you mean \"half-open\"? "
        + "tealight simulate --help lists them")
  }

  @Test("a search for markets that reaches nobody ends with 69, and not as one that finds nothing")
  func unreachable() throws {
    let markets = try Markets.parse(["eth", "--exchange=upbit", "--rest=http://127.0.0.1:1/v1"])
    #expect(throws: ExitCode(69)) { try markets.run() }
  }

  @Test("a currency that is named twice is asked for once")
  func currencies() throws {
    #expect(try Rates.parse(["USD", "KRW", "krw", "EUR", "usd"]).wanted == ["USD", "KRW", "EUR"])
    #expect(try Rates.parse([]).wanted == ["KRW"])
  }
}
