import Testing

@Suite("The house keeps its plan")
struct LayoutTests {
  @Test("every module imports only what it may see")
  func imports() throws { try expectNone(Rules.imports) }

  @Test("a type that decides stores twenty things at most, and nobody else writes them")
  func state() throws {
    for (module, sources) in Dictionary(grouping: try Source.all(), by: \.module) {
      guard modulesWithOwners.contains(module) else { continue }
      for complaint in StoredState.all(in: sources).flatMap(\.complaints) {
        Issue.record("\(complaint)")
      }
    }
  }

  @Test("pure modules know no clock, no chance and no output")
  func purity() throws { try expectNone(Rules.purity) }

  @Test("the daemon has one thread")
  func oneThread() throws { try expectNone(Rules.oneThread) }

  @Test("files are named after a type inside, and types after what they are")
  func names() throws { try expectNone(Rules.names) }

  @Test("no folders of a module use each other in a circle")
  func folders() throws {
    let modules = Dictionary(grouping: try Source.all(), by: \.module)
    for (module, sources) in modules {
      for complaint in FolderCircles(sources).complaints { Issue.record("\(module): \(complaint)") }
    }
  }

  @Test("every file that the page of the sources names is there")
  func page() throws {
    let paths = try Source.all().map { "/\($0.path)" }
    let names = try Source.text(of: "Sources/README.md")
      .matches(of: /`([A-Za-z0-9+\/]+\.swift)`/).map(\.output.1)
    #expect(names.count > 80)
    for name in names {
      #expect(paths.contains { $0.hasSuffix("/\(name)") }, "\(name)")
    }
  }

  @Test("no test depends on the day it runs on")
  func sameDay() throws { try expectNone(Rules.sameDay, below: "Tests") }

  @Test("every test is named by a sentence")
  func sentences() throws { try expectNone(Rules.sentences, below: "Tests") }

  @Test("the judge of the simulated years knows nothing of the program")
  func oracle() throws {
    let sources = try Source.all(below: "Tests").filter { $0.path.hasPrefix("Years/Oracle/") }
    #expect(!sources.isEmpty)
    for source in sources {
      let imports = source.words.filter { $0.contains("import") }.compactMap(\.last)
      #expect(imports.allSatisfy { $0 == "SimulatedExchange" }, "\(source.path): \(imports)")
    }
  }

  private func expectNone(
    _ rule: (Source) -> [String], below folder: String = "Sources"
  ) throws {
    let sources = try Source.all(below: folder)
    #expect(sources.count > 5)
    for complaint in sources.flatMap(rule) { Issue.record("\(complaint)") }
  }
}

@Suite("The rules of the plan")
struct RulesTests {
  @Test(
    "a forbidden import is named",
    arguments: [
      ("import MarketData", "MarketData"),
      ("@preconcurrency import Foundation", "Foundation"),
      ("  private import struct CCurl.X  // for once", "CCurl"),
      ("@_exported public import Dispatch", "Dispatch"),
    ])
  func imports(line: String, module: String) {
    let source = Source(path: "Devices/Panels/X.swift", text: "import Pixels\n\(line)\n")
    #expect(Rules.imports(source) == ["Devices/Panels/X.swift may not import \(module)"])
  }

  @Test("a module that is not on the plan is named")
  func unknownModule() {
    let source = Source(path: "Helpers/X.swift", text: "")
    #expect(Rules.imports(source) == ["Helpers/X.swift stands in no known module"])
  }

  @Test("folders in a circle are named, whatever is nested, quoted, remarked or on common ground")
  func circles() {
    let shared = Source(path: "Module/Shared.swift", text: "struct Shared { var b: B }")
    let a = Source(path: "Module/A/A.swift", text: "public struct A {\n  let b: B\n}")
    func b(_ line: String) -> Source {
      Source(path: "Module/B/B.swift", text: "final class B {\n  enum Inner {}\n  \(line)\n}")
    }
    for line in [
      "var s: Shared", "// A", "let a = \"A\"", "let a = .A", "let a = B.A", "let aA = 0",
      "let x = 0  // A", "struct A {}",
    ] {
      #expect(FolderCircles([shared, a, b(line)]).circles == [], "\(line)")
    }
    for line in ["var a: A", "let a = [A()]", "var s: Shared; var a: A?"] {
      let circles = FolderCircles([shared, a, b(line)])
      #expect(circles.circles == [["A", "B"]], "\(line)")
      #expect(
        circles.complaints == [
          "folders in a circle: A names B 1 times, B names A 1 times"
        ])
    }
    let c = Source(path: "Module/C/C.swift", text: "struct C { let a: A }")
    let viaC = Source(path: "Module/B/B.swift", text: "struct B { let c: C }")
    #expect(FolderCircles([a, viaC, c]).circles == [["A", "B", "C"]])
    let d = Source(path: "Module/D/D.swift", text: "let d: C?")
    #expect(FolderCircles([a, c, d]).circles == [])
  }

  @Test("what a type stores is counted, and who may write it")
  func storedState() {
    let text = """
      struct Part {
        let name: String
        private(set) var count = 0
        var open: Int?
        var double: Int { count * 2 }
        var watched = 0 {
          didSet { count += 1 }
        }
        static var shared = 0
        private struct Inner { var free = 0 }
        mutating func advance() { count += 1 }
      }
      """
    let found = StoredState.all(in: [Source(path: "Feeds/Part.swift", text: text)])
    #expect(found[0].count == 4 && found[0].open == ["open", "watched"] && found[0].decides)
    #expect(found[1].type == "Inner" && found[1].open.isEmpty)
    #expect(found[0].complaints == ["Feeds/Part.swift: Part lets others write open, watched"])
    let many =
      "final class Part {\n"
      + (0...20).map { "  private var a\($0) = 0\n" }.joined() + "}\n"
    #expect(
      StoredState.all(in: [Source(path: "Feeds/Part.swift", text: many)]).flatMap(\.complaints)
        == ["Feeds/Part.swift: Part stores 21 things, and 20 are enough"])
  }

  @Test(
    "a pure module may be handed chance, and may not make its own",
    arguments: [
      ("let x = Int.random(in: 0..<3)", 1), ("let x = Int.random(in: 0..<3, using: &chance)", 0),
      ("ContinuousClock().now", 1), ("words.shuffled()", 1), ("case time(Moment)", 0),
      ("// print", 0), ("print(price)", 1),
    ])
  func purity(line: String, count: Int) {
    #expect(Rules.purity(Source(path: "Feeds/X.swift", text: line)).count == count)
    #expect(Rules.purity(Source(path: "Wire/X.swift", text: line)).isEmpty)
  }

  @Test(
    "a test has one way to today's time",
    arguments: [
      ("let now = Clock().now()", 1), ("let now = Clock.fixed().now()", 0),
      ("private var clock = ExchangeClock()", 0), ("clock_gettime(CLOCK_REALTIME, &time)", 1),
      ("clock_gettime(CLOCK_MONOTONIC, &time)", 0), ("let now = time(nil)", 1), ("Date()", 1),
    ])
  func sameDay(line: String, count: Int) {
    #expect(Rules.sameDay(Source(path: "TealightTests/X.swift", text: line)).count == count)
    #expect(Rules.sameDay(Source(path: "TealightTests/Clock+Fixed.swift", text: line)).isEmpty)
  }

  @Test(
    "a test that no sentence names is refused",
    arguments: [
      ("@Test func aPriceRises() {}", 1), ("@Test(arguments: 0..<3)", 1), ("@Test", 1),
      ("@Test(\"a price rises\")", 0), ("@testable import Wire", 0),
      ("@Test(\n  arguments: 0..<3)", 1), ("@Test(\n  \"a price rises\")", 0),
    ])
  func sentences(line: String, count: Int) {
    #expect(Rules.sentences(Source(path: "WireTests/X.swift", text: line)).count == count)
    #expect(Rules.sentences(Source(path: "LayoutTests/X.swift", text: line)).isEmpty)
  }

  @Test("a second thread is refused in the daemon only")
  func oneThread() {
    let text = "await run()"
    #expect(Rules.oneThread(Source(path: "Wire/X.swift", text: text)).count == 1)
    #expect(Rules.oneThread(Source(path: "SimulatedExchange/X.swift", text: text)).isEmpty)
  }

  @Test("a file without its type, and an empty name, are refused")
  func names() {
    #expect(Rules.names(Source(path: "Wire/X.swift", text: "struct X {}")) == [])
    #expect(Rules.names(Source(path: "Wire/X+Y.swift", text: "extension A.X {}")) == [])
    #expect(
      Rules.names(Source(path: "Wire/X.swift", text: "final class SocketHelper {}"))
        == [
          "Wire/X.swift has no X inside", "Wire/X.swift: SocketHelper says nothing of what it is",
        ])
  }
}
