import MarketData
import Testing

@testable import Glance
@testable import State

@Suite("Every word in every language")
struct WordsTests {
  @Test("no word is missing or empty", arguments: Language.allCases)
  func complete(language: Language) {
    let words = language.words
    #expect(words.language == language)
    for term in Term.allCases { #expect(words.terms[term]?.isEmpty == false, "\(term)") }
    for page in PageCatalog.names { #expect(!PageCatalog[page].title[language].isEmpty, "\(page)") }
    for kind in AlertHeadline.Kind.allCases { #expect(words.alerts[kind] != nil, "\(kind)") }
    #expect(Set(words.commands.keys) == Set(Strings.english.commands.keys))
    for failureReason in FailureReason.allCases {
      #expect(words.failureReasons[failureReason] != nil, "\(failureReason)")
    }
  }

  @Test("what a change is counted from is called as people call it")
  func baselines() {
    let names = [
      ("09:00 KST", "since 09:00 KST", "09시 기준"), ("00:00 UTC", "since 00:00 UTC", "00:00 UTC부터"),
      ("24 h", "24 h", "24시간"), ("", "", ""),
    ]
    for (name, english, korean) in names {
      #expect(Strings.english.baselines(name)[0] == english)
      #expect(Strings.korean.baselines(name)[0] == korean)
    }
  }

  @Test("that the network is missing is said where the sentence is cut at its colon, too")
  func network() {
    for (language, word) in [(Language.english, "network"), (.korean, "네트워크")] {
      let sentence = language.words.sentence(for: .noNetwork, of: "Upbit", since: "14:05")
      #expect(sentence.prefix { $0 != ":" }.contains(word), "\(sentence)")
    }
  }
}
