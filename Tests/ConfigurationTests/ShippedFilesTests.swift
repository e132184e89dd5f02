import Devices
import Pixels
import Testing

@testable import Configuration

@Suite("What the package ships")
struct ShippedFilesTests {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/"

  private static func text(_ path: String) throws -> String {
    String(decoding: try FileBytes.read(root + path), as: UTF8.self)
  }

  @Test("the configuration is good as it is, and shows nothing yet")
  func untouched() throws {
    let lines = try Self.text("board/debian/tealight.toml").split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("#") })
    let config = try Self.read(lines)
    #expect(config.panels.isEmpty)
  }

  @Test("the configuration is good with every example in it made a setting")
  func everyExample() throws {
    let lines = try Self.text("board/debian/tealight.toml").split(separator: "\n")
    let config = try Self.read(
      lines.filter { !$0.hasPrefix("# ") && $0 != "#" }.map { $0.dropFirst() })
    #expect(config.panels.count == 1)
    #expect(config.buttons.count == 1)
    #expect(config.markets.count == 2)
  }

  @Test("each dependency is pinned to a revision on GitHub")
  func pinned() throws {
    let manifest = try Self.text("Package.swift")
    let pins = try Self.text("board/Package.resolved")
    let named = manifest.matches(of: /\.package\(url: "([^"]*)"/).map(\.1)
    let pinned = pins.matches(of: /"location" : "([^"]*)"/).map(\.1)
    #expect(!named.isEmpty && Set(named).isSubset(of: pinned))
    #expect(pinned.allSatisfy { $0.hasPrefix("https://github.com/") })
    #expect(pins.matches(of: /"revision" : "[0-9a-f]{40}"/).count == pinned.count)
  }

  @Test("README and manual name every panel, the README with sizes, buses, picture and wiring")
  func panels() throws {
    let rows = try Self.text("README.md").split(separator: "\n")
    let page = try Self.text("board/man/tealight.toml.5")
    for kind in PanelKind.all {
      #expect(page.contains(".Qq \(kind)\n") || page.contains(".Qq \(kind) "), "\(kind)")
      let row = try #require(rows.first { $0.hasPrefix("| [`\(kind)`](") }, "\(kind)")
      let paths = row.split { "()\"".contains($0) }.filter { $0.hasPrefix("board/") }
      #expect(!paths.isEmpty)
      for path in paths { #expect(FileBytes.exists(Self.root + path), "\(path)") }
      let columns = row.split(separator: "|", omittingEmptySubsequences: false)
      try #require(columns.count > 3, "\(kind)")
      // The default stands first.
      let words = columns[2].split { !$0.isNumber && $0 != "×" }.map(String.init)
      let named = kind.sizes.named.map { "\($0.width)×\($0.height)" }
      #expect(words.filter { $0.contains("×") } == named, "\(kind)")
      let buses = kind.wires.map(\.named).joined(separator: ", ")
      #expect(String(columns[3]) == " \(buses) ", "\(kind)")
    }
  }

  @Test("the manual says how fast the bus of every panel is")
  func speeds() throws {
    let rows = try Self.text("board/manual/configuration.md").split(separator: "\n")
    let row = try #require(rows.first { $0.hasPrefix("| `speed_hz` |") })
    let groups = row.split(separator: ";")
    for kind in PanelKind.all {
      for case .spi(let usual, _) in kind.wires {
        let group = groups.first { $0.split { " |,".contains($0) }.contains("\(kind)") }
        #expect((group ?? groups.last!).contains("\(usual) for "), "\(kind)")
      }
    }
  }

  @Test("the service leaves no dump, takes no more memory than it is given, and reads no keyboard")
  func service() throws {
    let unit = Set(try Self.text("systemd/tealight.service").split(separator: "\n"))
    #expect(unit.isSuperset(of: ["LimitCORE=0", "MemoryMax=256M", "OOMPolicy=continue"]))
    let groups = try Self.text("systemd/tealight.sysusers").split(separator: "\n")
      .filter { $0.hasPrefix("m ") }.compactMap { $0.split(separator: " ").last }
    #expect(groups == ["gpio", "i2c", "spi", "video"])
  }

  private static let pages =
    ["README.md", "Sources/README.md"]
    + [".github", "board/manual", "board/wiring"].flatMap { folder in
      SystemTree(root: root).list(folder).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }

  @Test("what is linked or pictured is there", arguments: pages)
  func links(page: String) throws {
    let folder = page.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    let text = try Self.text(page)
    let links =
      text.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map(\.output.1)
      + text.matches(of: /src="([^":]+)"/).map(\.output.1)
    for link in links {
      #expect(FileBytes.exists(Self.root + folder + link), "\(page): \(link)")
    }
  }

  @Test("what the pages show of a configuration is good", arguments: pages)
  func examples(page: String) throws {
    let parts = try Self.text(page).split(separator: "```toml\n", omittingEmptySubsequences: false)
    for part in parts.dropFirst() {
      let lines = part.split(separator: "\n").prefix { $0 != "```" }
      #expect(throws: Never.self, "\(lines)") { try Self.read(Array(lines)) }
    }
  }

  @Test("what a version of this major one has taken is taken still")
  func released() throws {
    let folder = "Tests/ConfigurationTests/Released"
    let names = SystemTree(root: Self.root).list(folder).filter { $0.hasSuffix(".toml") }
    #expect(!names.isEmpty)
    for name in names {
      let bytes = try FileBytes.read("\(Self.root)\(folder)/\(name)")
      #expect(throws: Never.self, "\(name)") { try Self.read(bytes, file: name) }
    }
  }

  private static func read(_ lines: [Substring]) throws -> Config {
    try read(Array(lines.joined(separator: "\n").utf8), file: "tealight.toml")
  }

  private static func read(_ bytes: [UInt8], file: String) throws -> Config {
    var catalogue = Catalogue()
    catalogue.boardFolders = [root + "board"]
    // Here nobody has the service's keys.
    catalogue.standInCredential = .unread
    return try Config.read(bytes, file: file, catalogue)
  }
}

extension PanelSizes {
  /// Those that the README names: one that is sold both ways round stands there as it is sold.
  fileprivate var named: [Size] {
    switch self {
    case .listed(let sizes):
      sizes.reduce(into: [Size]()) { named, size in
        if !named.contains(size.turned) { named.append(size) }
      }
    case .between(let least, let most, let usual): [usual, least, most]
    case .ofDevice: []
    }
  }
}

extension PanelKind.Wire {
  /// What the README calls it.
  fileprivate var named: String {
    switch self {
    case .i2c: "I2C"
    case .spi: "SPI"
    case .gpio: "GPIO lines"
    case .framebuffer, .led: "the kernel's"
    }
  }
}
