import Pixels

// In which language and in which colours the desk speaks.
extension Desk {
  public var language: Language { choices.language ?? settings.language }

  /// The theme that displays wear.
  public var theme: Theme.Name {
    Theme.Name(
      choices.theme ?? settings.theme,
      choices.colours ?? settings.colours ?? language.words.convention)
  }
}

extension CaseIterable where Self: Equatable {
  /// The one after it; after the last, the first.
  var next: Self {
    let all = Array(Self.allCases)
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }
}
