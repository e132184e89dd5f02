import Configuration
import Devices
import Glibc
import Tealight

extension SurveyedBoard {
  /// Whether each configured device can be used.
  func findings(for config: Config) -> [Finding] {
    var findings: [Finding] = []
    var said: [Problem] = []
    /// Drops problems that were reported already: a missing chip is missing for all of its lines.
    func once(_ problems: [Problem]) -> [Problem] {
      problems.filter { problem in
        guard !said.contains(problem) else { return false }
        said.append(problem)
        return true
      }
    }
    for (index, wiring) in config.panels.enumerated() {
      let subject = "display \(index + 1)"
      let own = [problem(of: wiring.bus, wiring.address), wiring.backlight.flatMap(problem)]
        .compactMap { $0 }
      let ofLines = lines(of: wiring)
      findings += (own + once(ofLines)).map {
        Finding(.problem, subject, "\(wiring.kind) on \(wiring.bus): \($0.text)", fix: $0.fix)
      }
      if own.isEmpty, ofLines.isEmpty {
        findings.append(Finding(.good, subject, "\(wiring.kind) on \(wiring.bus) can be used"))
      }
    }
    for (subject, wirings) in Self.inputLines(config) {
      let problems = wirings.compactMap { line($0.line, of: $0.chip) }
      findings += once(problems).map { Finding(.problem, subject, $0.text, fix: $0.fix) }
      if problems.isEmpty { findings.append(Finding(.good, subject, "can be used")) }
    }
    for (index, key) in config.keys.enumerated() {
      findings.append(finding(key, "key \(index + 1)"))
    }
    if !config.hasDisplay {
      findings.append(
        Finding(
          .problem, "displays", "none is configured",
          fix: "add [[display]] with a board or a panel"))
    }
    return findings
  }

  private static func inputLines(_ config: Config) -> [(String, [InputLines.Wiring])] {
    let buttons = config.buttons.enumerated().map { ("button \($0 + 1)", [$1.wiring]) }
    let encoders = config.encoders.enumerated().map { index, encoder in
      ("encoder \(index + 1)", [encoder.a, encoder.b] + [encoder.button?.wiring].compactMap { $0 })
    }
    return buttons + encoders + [config.presence].compactMap { $0 }.map { ("motion sensor", [$0]) }
  }

  private func finding(_ key: Config.WiredKey, _ subject: String) -> Finding {
    let name = key.wiring.device
    // Stable paths, such as /dev/input/by-id/…, are links.
    let path = resolved(name)
    guard let device = inputs.first(where: { $0.path == path || $0.name == name }) else {
      let known = inputs.map { "\"\($0.name)\"" }.joined(separator: ", ")
      return Finding(
        .problem, subject, "there is no input device \(name)",
        fix: known.isEmpty
          ? "add its dtoverlay to /boot/firmware/config.txt" : "use one of: \(known)")
    }
    return device.access == 0
      ? Finding(.good, subject, "\(name) can be used")
      : Finding(
        .problem, subject, "no permission to open \(device.path)", fix: ServiceUser.join("input"))
  }
}
