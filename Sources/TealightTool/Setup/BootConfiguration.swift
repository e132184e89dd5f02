/// A Raspberry Pi's `config.txt`, and the least change after which it says what a board needs
/// (Raspberry Pi documentation, "config.txt": conditional filters, dtparam, dtoverlay).
///
/// What the user has chosen stays, unless it turns the bus off.
struct BootConfiguration {
  /// The lines of the file, carriage returns included.
  private let old: [String]
  private var lines: [String]
  /// The wanted lines that the file lacks, each with its filter.
  private var missing: [(filter: String, line: String)] = []
  private let wanted: [String]
  private let title: String

  private static let all = "[all]"

  /// - Parameters:
  ///   - text: the text of the file.
  ///   - wanted: lines of `config.txt`, filters among them.
  ///   - title: what needs the lines, for the comment above them.
  init(_ text: String, adding wanted: [String], for title: String) {
    old = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    lines = old
    self.wanted = wanted
    self.title = title
    var filter = Self.all
    for line in wanted {
      if line.hasPrefix("[") { filter = line } else { need(line, below: filter) }
    }
  }

  /// Loaded overlays for SPI's chip selects that are not wanted: another display may have needed them.
  var otherSelects: [String] {
    settings(below: Self.all).filter { $0.key == "dtoverlay" && $0.value.hasPrefix("spi0-") }
      .map { "\($0.key)=\($0.value)" }
      .filter { line in !wanted.contains { $0.prefix { $0 != "," } == line.prefix { $0 != "," } } }
  }

  /// Whether the file says all of it already.
  var isComplete: Bool { lines == old && missing.isEmpty }

  /// The file as it must be.
  var text: String { (isComplete ? lines : whole).joined(separator: "\n") }

  /// The changes, for people: line numbers, and the lines that go and come.
  var difference: [String] {
    let whole = whole
    let width = "\(whole.count)".count
    func row(_ index: Int, _ sign: String, _ line: String) -> String {
      let number = "\(index + 1)"
      let gap = String(repeating: " ", count: width - number.count)
      return "\(gap)\(number) \(sign) \(line.trimmed)".trimmed(atStart: false)
    }
    let kept = min(old.count, lines.count)
    var rows: [String] = []
    for index in 0..<kept where old[index] != whole[index] {
      rows += [row(index, "-", old[index]), row(index, "+", whole[index])]
    }
    let isEnded = old.last?.isEmpty ?? true
    let begin = isEnded ? old.count - 1 : old.count
    rows += (begin..<max(begin, whole.count - 1)).map { row($0, "+", whole[$0]) }
    return rows
  }

  private var whole: [String] {
    guard !missing.isEmpty else { return lines }
    let end = lines.first?.hasSuffix("\r") == true ? "\r" : ""
    var whole = lines
    // The last line must end, too, before others are added.
    if whole.last == "" { whole.removeLast() } else { whole[whole.count - 1] += end }
    var added = ["", "# \(title)"]
    var filter = self.filter(at: lines.count)
    for (wanted, line) in missing {
      if wanted != filter { added.append(wanted) }
      filter = wanted
      added.append(line)
    }
    if filter != Self.all { added.append(Self.all) }
    return whole + added.map { $0 + end } + [""]
  }

  /// The last filter above a line. Below a filter lines hold for some machines only, unless it is
  /// `[all]`.
  private func filter(at index: Int) -> String {
    lines[..<index].last { $0.trimmed.hasPrefix("[") }?.trimmed.lowercased() ?? Self.all
  }

  /// The settings that hold below a filter, as key and value; with `commented`, those behind a `#`.
  private func settings(
    below filter: String, commented: Bool = false
  ) -> [(index: Int, key: Substring, value: Substring)] {
    lines.indices.compactMap { index in
      var line = Substring(lines[index].trimmed)
      guard line.hasPrefix("#") == commented else { return nil }
      if commented { line = Substring(String(line.drop { $0 == "#" }).trimmed) }
      guard let equals = line.firstIndex(of: "="), self.filter(at: index) == filter else {
        return nil
      }
      return (index, line[..<equals], line[line.index(after: equals)...])
    }
  }

  private mutating func need(_ line: String, below filter: String) {
    let equals = line.firstIndex(of: "=") ?? line.endIndex
    let (key, value) = (line[..<equals], line[equals...].dropFirst())
    let isSaid =
      switch key {
      case "dtparam": setParameter(value, below: filter)
      case "dtoverlay": setOverlay(value, below: filter)
      default: settings(below: filter).last { $0.key == key }?.value == value
      }
    if isSaid { return }
    let commented = settings(below: filter, commented: true).first {
      $0.key == key && $0.value == value
    }
    if let commented {
      replace(commented.index, with: line)
    } else {
      missing.append((filter, line))
    }
  }

  /// - Returns: false where no line sets it.
  private mutating func setParameter(_ wanted: Substring, below filter: String) -> Bool {
    let wanted = Parameter(wanted)
    for (index, key, value) in settings(below: filter).reversed() where key == "dtparam" {
      var parameters = value.split(separator: ",").map { Parameter($0) }
      guard let place = parameters.lastIndex(where: { $0.name == wanted.name }) else { continue }
      if parameters[place].isOff {
        parameters[place] = wanted
        replace(index, with: "dtparam=" + parameters.map(\.text).joined(separator: ","))
      }
      return true
    }
    return false
  }

  /// - Returns: false where no line loads it.
  private mutating func setOverlay(_ wanted: Substring, below filter: String) -> Bool {
    let parts = wanted.split(separator: ",")
    // `spi0-2cs`, `i2c3`: the overlay of a bus, of which there is only one.
    let isBus =
      ["spi", "i2c"].contains(wanted.prefix(3)) && wanted.dropFirst(3).first?.isNumber == true
    for (index, key, value) in settings(below: filter) where key == "dtoverlay" {
      let there = value.split(separator: ",")
      guard there.first == parts.first else { continue }
      let lacking = parts.filter { !there.contains($0) }
      if isBus, !lacking.isEmpty {
        replace(index, with: "dtoverlay=" + (there + lacking).joined(separator: ","))
      }
      // Each line of any other overlay may be a device of its own. Values tell which: `gpio-key,gpio=5`.
      if isBus || lacking.isEmpty && (wanted.contains("=") || !value.contains("=")) { return true }
    }
    return false
  }

  private mutating func replace(_ index: Int, with line: String) {
    lines[index] = line + (lines[index].hasSuffix("\r") ? "\r" : "")
  }

  /// One parameter of a `dtparam`: `spi=on`, or `spi`, which means the same.
  private struct Parameter {
    let text: Substring

    init(_ text: Substring) { self.text = text }

    /// The first I2C bus has several names, which the firmware treats as one.
    var name: String {
      let name = String(text.prefix { $0 != "=" })
      return ["i2c", "i2c1"].contains(name)
        ? "i2c_arm" : name == "i2c_baudrate" || name == "i2c1_baudrate" ? "i2c_arm_baudrate" : name
    }

    var isOff: Bool {
      ["off", "no", "false", "0"].contains(String(text.drop { $0 != "=" }.dropFirst()))
    }
  }
}
