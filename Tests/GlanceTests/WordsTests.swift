import MarketData
import Testing

@testable import Glance
@testable import State

@Suite("Every word in every language")
struct WordsTests {
  @Test("no word is missing, empty or left over", arguments: Language.allCases)
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
}
