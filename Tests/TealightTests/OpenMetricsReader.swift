/// Reads OpenMetrics 1.0 as strictly as its specification allows, and knows nothing of the writer:
/// names, types, units, escapes, the order of samples, and that nothing comes twice.
struct OpenMetricsReader {
  struct Complaint: Error, CustomStringConvertible {
    let description: String
  }

  struct Sample: Equatable {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  struct Family {
    var name: String
    var type: String
    var unit: String?
    var help: String?
    var samples: [Sample] = []
  }

  private(set) var families: [Family] = []

  subscript(name: String) -> Family? { families.first { $0.name == name } }

  init(_ text: String) throws {
    guard text.hasSuffix("# EOF\n") else { throw Complaint(description: "there is no end") }
    let lines = text.dropLast("# EOF\n".count).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.last == "" else { throw Complaint(description: "the end begins no line") }
    for line in lines.dropLast() { try read(line) }
    for family in families { try check(family) }
  }

  private mutating func read(_ line: Substring) throws {
    guard line.hasPrefix("#") else { return try readSample(line) }
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, words[0] == "#" else {
      throw Complaint(description: "a comment: \(line)")
    }
    let name = String(words[2])
    guard Self.isName(name) else { throw Complaint(description: "a bad name: \(name)") }
    if families.last?.name != name {
      guard self[name] == nil else { throw Complaint(description: "\(name) comes twice") }
      guard words[1] == "TYPE" else { throw Complaint(description: "\(name) has no type first") }
      families.append(Family(name: name, type: String(words[3])))
      return
    }
    let last = families.count - 1
    guard families[last].samples.isEmpty else {
      throw Complaint(description: "of \(name) something is said too late")
    }
    switch words[1] {
    case "UNIT" where families[last].unit == nil: families[last].unit = String(words[3])
    case "HELP" where families[last].help == nil:
      families[last].help = try Self.unescaped(words[3])
    default: throw Complaint(description: "a second \(words[1]) of \(name)")
    }
  }

  private mutating func readSample(_ line: Substring) throws {
    var rest = line
    let name = String(rest.prefix { $0 != "{" && $0 != " " })
    rest = rest.dropFirst(name.count)
    var labels: [String: String] = [:]
    if rest.first == "{" {
      repeat {
        rest = rest.dropFirst()
        let label = String(rest.prefix { $0 != "=" })
        rest = rest.dropFirst(label.count)
        guard Self.isName(label), !label.contains(":"), rest.hasPrefix("=\"") else {
          throw Complaint(description: "a bad label: \(line)")
        }
        rest = rest.dropFirst(2)
        var value = ""
        while let letter = rest.first, letter != "\"" {
          value.append(letter)
          rest = rest.dropFirst()
          guard letter == "\\", let next = rest.first else { continue }
          value.append(next)
          rest = rest.dropFirst()
        }
        guard labels.updateValue(try Self.unescaped(value[...]), forKey: label) == nil else {
          throw Complaint(description: "a label twice: \(line)")
        }
        rest = rest.dropFirst()
      } while rest.first == ","
      guard rest.first == "}" else { throw Complaint(description: "no end of labels: \(line)") }
      rest = rest.dropFirst()
    }
    guard rest.first == " ", let value = Double(rest.dropFirst()), value.isFinite else {
      throw Complaint(description: "no number: \(line)")
    }
    guard let family = families.last, name.hasPrefix(family.name) else {
      throw Complaint(description: "it is of no family: \(line)")
    }
    let sample = Sample(name: name, labels: labels, value: value)
    guard !family.samples.contains(where: { $0.name == name && $0.labels == labels }) else {
      throw Complaint(description: "twice: \(line)")
    }
    families[families.count - 1].samples.append(sample)
  }

  private func check(_ family: Family) throws {
    func complain(_ reason: String) -> Complaint {
      Complaint(description: "\(family.name): \(reason)")
    }
    if let unit = family.unit, !family.name.hasSuffix("_\(unit)") { throw complain("unit \(unit)") }
    let suffixes = Set(family.samples.map { String($0.name.dropFirst(family.name.count)) })
    switch family.type {
    case "counter":
      guard suffixes == ["_total"], family.samples.allSatisfy({ $0.value >= 0 }) else {
        throw complain("a counter's samples")
      }
    case "gauge":
      guard suffixes == [""] else { throw complain("a gauge's samples") }
    case "info":
      guard suffixes == ["_info"], family.samples.allSatisfy({ $0.value == 1 }) else {
        throw complain("an info's samples")
      }
    case "stateset":
      guard suffixes == [""], family.unit == nil,
        family.samples.allSatisfy({ [0, 1].contains($0.value) && $0.labels[family.name] != nil })
      else { throw complain("a set of states' samples") }
    case "histogram": try checkHistogram(family)
    default: throw complain("its type \(family.type)")
    }
  }

  private func checkHistogram(_ family: Family) throws {
    let buckets = family.samples.filter { $0.name == "\(family.name)_bucket" }
    let bounds = buckets.map { $0.labels["le"] == "+Inf" ? .infinity : Double($0.labels["le"]!)! }
    let counts = buckets.map(\.value)
    let count = family.samples.first { $0.name == "\(family.name)_count" }?.value
    guard bounds == bounds.sorted(), bounds.last == .infinity, counts == counts.sorted(),
      count == counts.last, family.samples.contains(where: { $0.name == "\(family.name)_sum" }),
      family.samples.count == buckets.count + 2
    else { throw Complaint(description: "\(family.name): a histogram's samples") }
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & ~0x20) || $0 == 0x5F || $0 == 0x3A
    }
  }

  private static func unescaped(_ text: Substring) throws -> String {
    var plain = ""
    var rest = text
    while let letter = rest.popFirst() {
      guard letter == "\\" else {
        plain.append(letter)
        continue
      }
      switch rest.popFirst() {
      case "\\": plain.append("\\")
      case "n": plain.append("\n")
      case "\"": plain.append("\"")
      default: throw Complaint(description: "an escape in \(text)")
      }
    }
    return plain
  }
}
