import Configuration
import Devices
import MarketData

extension Config.Board {
  /// The board's panels with their sizes and buses, and its inputs, in a few words.
  var summary: String {
    let panels = devices.panels.map { panel in
      var parts = [panel.kind.name]
      if case .ofDevice = panel.kind.sizes {
      } else {
        parts.append("\(panel.surface.size.width)×\(panel.surface.size.height)")
      }
      return (parts + ["\(panel.bus)"]).joined(separator: ", ")
    }
    let inputs = [
      (devices.buttons.count, "button"), (devices.encoders.count, "encoder"),
      (devices.keys.count, "key"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return (panels + inputs).joined(separator: ", ").onOneLine
  }

  /// The voltage for a module that is connected with wires. LEDs in rows take 5 V. A panel on 5 V may
  /// put 5 V on its lines, and a Raspberry Pi's GPIO stands only 3.3 V.
  private var supply: String {
    let takes5V: [PanelKind] = [.apa102, .ws2812, .max7219]
    return devices.panels.contains { takes5V.contains($0.kind) } ? "5 V" : "3.3 V, not 5 V,"
  }

  /// A page about the board: how it is wired, what it needs, and how a configuration names it.
  var page: String {
    var lines = [title.onOneLine, summary]
    let header = PinHeader(devices)
    if !header.lines.isEmpty {
      lines += [""] + header.lines + [""]
      lines.append("It uses the pins marked ●.")
      lines.append("Plugged onto the header, it has its power there.")
      lines.append("With wires, connect \(supply) and ground to any pins with these names.")
    }
    if !header.others.isEmpty {
      lines += [""] + header.others.map { "Not drawn: \($0)".onOneLine }
    }
    if !devices.keys.isEmpty {
      lines.append("")
      lines += devices.keys.map { key in
        "Key \(KeyName.name(of: key.wiring.code)) of \(key.wiring.device): \(key.binding.press.name)"
          .onOneLine
      }
    }
    lines.append("")
    if bootLines.isEmpty {
      lines.append("It needs no line in /boot/firmware/config.txt.")
    } else {
      lines.append("In /boot/firmware/config.txt, then restart the Raspberry Pi:")
      lines += bootLines.map { "  \($0)" }
    }
    lines += ["", "In \(Config.usualPath):", "  [[display]]", "  board = \"\(name)\"", ""]
    lines.append(
      "To do \(bootLines.isEmpty ? "this" : "both"): sudo tealight setup --board \(name)")
    lines.append("More about it: \(path)")
    return lines.joined(separator: "\n")
  }
}
