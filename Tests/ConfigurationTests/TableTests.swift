import Testing

@testable import Configuration

/// A table as a test wants it.
private struct Lamp: Equatable {
  var watts = 40
  var colour: String?
  var isLit = false

  static let wattsKey = Key<Self>("watts", \.watts, .integer(1...100))

  static let table = Table<Self>(
    "[lamp]", Self(),
    [
      wattsKey, Key("colour", optional: \.colour, .text("a colour"), need: .reason("a colour")),
      Key("lit", \.isLit, .boolean, isRecorded: false),
    ]
  ) { lamp, diagnostics in
    if lamp.isLit, !lamp.has(wattsKey) {
      diagnostics.error("lit needs \(wattsKey.name)", at: lamp.location)
    }
  }
}

private struct Room: Equatable {
  var lamp = Lamp()
  var name: String?

  static let table = Table<Self>(
    "the file", Self(),
    [
      Key("name", optional: \.name, .text("a name")),
      .table("lamp", \.lamp, Lamp.table, isRecorded: true),
    ])
}

@Suite("A table of keys")
struct TableTests {
  private func read(_ text: String) throws -> (Room, [String]) {
    var diagnostics = Diagnostics()
    let root = TOMLTable(file: try TOML(Array(text.utf8), file: "t"))
    let room = Room.table.read(root, &diagnostics).values
    return (room, diagnostics.sorted(in: "t").errors.map(\.description))
  }

  @Test("what is said is taken, and what is not stays as it usually is")
  func values() throws {
    var room = Room()
    #expect(try read("") == (room, []))
    (room.name, room.lamp.colour, room.lamp.isLit, room.lamp.watts) = ("hall", "red", true, 1)
    let text = "name = \"hall\"\n[lamp]\ncolour = \"red\"\nlit = true\nwatts = 1\n"
    #expect(try read(text) == (room, []))
  }

  @Test("all that is wrong is named at once, and the rest is taken")
  func diagnostics() throws {
    let (room, errors) = try read("nme = 1\n[lamp]\nwatts = 0\nlit = true\n")
    #expect(room.lamp.watts == 40 && room.lamp.isLit)
    #expect(
      errors == [
        "t:1: the file has no key \"nme\"; did you mean \"name\"? known: \"name\", \"lamp\"",
        "t:2: [lamp] needs colour: a colour",
        "t:3: watts is 0; it must be a whole number from 1 to 100",
      ])
    #expect(try read("lamp = 1").1 == ["t:1: lamp is 1; it must be a table, [lamp]"])
    #expect(try read("[lamp]\nlit = true\ncolour = \"x\"").1 == ["t:1: lit needs watts"])
  }

  @Test("it describes its keys with what holds where they are left out")
  func description() {
    let description = Room.table.description
    #expect(description.keys.map(\.name) == ["name", "lamp"])
    guard case .table(let lamp) = description.keys[1].shape else {
      Issue.record("a table is a table")
      return
    }
    #expect(lamp.title == "[lamp]" && lamp.keys.map(\.defaultValue) == ["40", nil, "false"])
    #expect(lamp.keys.map(\.isNeeded) == [false, true, false])
    #expect(lamp.keys.map(\.isRecorded) == [true, true, false])
  }

  @Test("a key keeps its description and its place within a larger table")
  func within() throws {
    let key = Lamp.wattsKey.within(\Room.lamp)
    #expect(key.describe(Room()).defaultValue == "40")
    var (room, diagnostics) = (Room(), Diagnostics())
    guard case .table(let entries) = try TOML(Array("watts = 7".utf8), file: "t").value else {
      return
    }
    #expect(key.read(entries[0], &room, &diagnostics) && room.lamp.watts == 7)
  }

  @Test("every table of the configuration tells whoever errs of every key that it has")
  func known() {
    var count = 0
    func check(_ table: TableDescription) {
      let file = (table.title.hasPrefix("[") ? table.title : "") + "\nzzzzzz = 1\n"
      // What [exchange] holds are exchanges, and it says so.
      if table.title != "[exchange]" {
        let line = mistakes(in: file).first { $0.contains("no key \"zzzzzz\"") } ?? ""
        let known = line.split(separator: "known: ").last ?? ""
        #expect(known == table.keys.map(\.name).quoted, "\(table.title)")
        count += 1
      }
      for key in table.keys {
        switch key.shape {
        case .table(let table), .tables(let table, _): check(table)
        default: break
        }
      }
    }
    check(Config.description(boardless))
    #expect(count > 20)
  }

  @Test("a table is called as its title says")
  func titles() {
    func check(_ table: TableDescription) {
      for key in table.keys {
        switch key.shape {
        case .table(let inner), .tables(let inner, _):
          #expect(inner.title.split { "[.]".contains($0) }.last.map(String.init) == key.name)
          check(inner)
        default: break
        }
      }
    }
    check(Config.description(boardless))
  }
}
