import Configuration
import Testing

@testable import Tealight

@Suite("What a recording leaves to the daemon beside it")
struct RecordAloneTests {
  private func config(for specs: [DisplaySpec]) throws -> Config {
    let text = """
      markets = ["upbit:KRW-BTC"]
      [[display]]
      panel = "ssd1306"
      bus = "i2c:1"
      [[button]]
      chip = "gpiochip0"
      line = 5
      [web]
      [metrics]
      file = "/run/tealight.prom"
      [[alert]]
      above = 1
      hook = ["/bin/true"]
      """
    var config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    config.leaveAlone(allBut: specs)
    return config
  }

  @Test("without a display it runs no hook, writes no metrics, and asks for no line and no port")
  func alone() throws {
    let config = try config(for: [])
    #expect(config.hooks == [nil] && config.settings.alerts.rules.count == 1)
    #expect(config.metrics.file == nil && config.web == nil && config.buttons.isEmpty)
  }

  @Test("the displays that are asked for have what belongs to them")
  func displays() throws {
    #expect(try config(for: [.panels]).buttons.count == 1)
    #expect(try config(for: [.web(nil, surface: nil)]).web != nil)
    #expect(try config(for: [.panels, .web(nil, surface: nil)]).hooks == [nil])
  }

  @Test("a board that follows hubs hears them by another name, and others leave the broker alone")
  func hubs() throws {
    func mqtt(_ more: String) throws -> Config.MQTT? {
      let text = "[web]\n[mqtt]\nbroker = \"mqtt://localhost\"\nname = \"desk\"\n\(more)"
      var config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
      config.leaveAlone(allBut: [])
      return config.mqtt
    }
    #expect(try mqtt("") == nil)
    let heard = try mqtt("follow = [\"hub\"]")
    #expect(heard?.name == "desk-recorder" && heard?.hubs == ["hub"])
    #expect(heard?.allowsControl == false && heard?.discovery == nil)
  }
}
