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
      let sentences = language.words.sentences(for: .noNetwork, of: "Upbit", since: "14:05")
      // The last one is cut where there is no room for any.
      #expect(sentences.last!.prefix { $0 != ":" }.contains(word), "\(sentences)")
    }
  }

  @Test("since when something is so is said before it in Korean, and behind it in English")
  func since() {
    let sentences = [Language.english, .korean].map { language in
      language.words.sentence(for: .unreachable, of: "Upbit", since: "14:05")
    }
    #expect(sentences == ["Upbit does not answer, since 14:05", "14:05부터 Upbit 응답 없음"])
    let states = [Language.english, .korean].map { language in
      language.words.state(language.words.offline, since: "14:05")
    }
    #expect(states == ["offline since 14:05", "14:05부터 끊김"])
    let alerts = [Language.english, .korean].map { $0.words.fired("14:05") }
    #expect(alerts == ["since 14:05", "14:05 발생"])
  }
}
