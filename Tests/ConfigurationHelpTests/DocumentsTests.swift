import Configuration
import TestSupport
import Testing

@testable import ConfigurationHelp

/// The manual and its page hold what the descriptions of the keys make. With TEALIGHT_WRITE set they
/// are written anew.
@Suite("What is written of the configuration's keys")
struct DocumentsTests {
  private let file = Config.description(Catalogue())

  @Test("each key has a sentence, and each sentence its key")
  func sentences() {
    var found: Set<String> = []
    for table in file.kinds {
      for key in table.keys where key.shape.table == nil {
        let name = "\(table.name).\(key.name)"
        found.insert(name)
        let help = table.help(for: key)
        #expect(help?.sentence.hasSuffix(".") == true, "\(name)")
        #expect(help?.defaultText == nil || key.defaultValue == nil, "\(name) has two defaults")
      }
    }
    #expect(found.count > 100)
    let told = TableHelp.all.flatMap { table, help in help.keys.keys.map { "\(table).\($0)" } }
    #expect(Set(told).subtracting(found) == [])
  }

  @Test("the manual's table of keys is theirs")
  func table() {
    let document = Document("board/manual/configuration.md")
    let lines = KeyTable.lines(file)
    #expect(document.complaint(from: "| Key | ", to: "\n\n", mustBe: lines) == nil)
  }

  @Test("the manual page's lists of keys are theirs")
  func manual() {
    let page = Document("board/man/tealight.toml.5")
    let lines = ManualPage.lines(file)
    #expect(
      page.complaint(from: ".Ss Top-level keys", to: "\n.Sh EXAMPLES", mustBe: lines) == nil)
  }

  @Test("text becomes the language of manual pages")
  func mdoc() {
    #expect(
      ManualPage.mdoc("It is `\"en\"`, or `x_y` (see `/etc/x`). Then \"more\".")
        == [
          "It is", ".Qq en ,", "or", ".Cm x_y", "(see", ".Pa /etc/x ) .", "Then \\(dqmore\\(dq.",
        ])
    #expect(ManualPage.mdoc("`[\"a\", \"b\"]`.") == [".Li [\\(dqa\\(dq, \\(dqb\\(dq] ."])
  }

  @Test("a long list of words is said once")
  func longLists() {
    var words = ValueWords()
    let pages = (1...9).map { "p\($0)" }
    #expect(words.words(.choice(pages), of: "`pages`").hasPrefix("`\"p1\"`, "))
    #expect(words.words(.choice(pages), of: "`home`") == "one of the values of `pages`")
    #expect(
      words.words(.choice(["none"] + pages), of: "x")
        == "`\"none\"` or one of the values of `pages`")
    let either = ValueShape.either([.choice(pages), .assignment(pages)])
    #expect(
      words.words(either, of: "`press`").hasPrefix(
        "one of the values of `pages`, or `\"p1=VALUE\"`"))
    #expect(
      words.words(.either([.choice(["none"] + pages), .assignment(pages)]), of: "x")
        == "`\"none\"` or one of the values of `pages`, or one of the values of `press`")
    #expect(words.words(.choice(["a", "b"]), of: "x") == "`\"a\"` or `\"b\"`")
  }
}
