/// The language of every word on the screen.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"

  /// The colours of up and down where this language is spoken.
  public var convention: ColourConvention {
    switch self {
    case .english: .greenRed
    case .korean: .redBlue
    }
  }
}

extension CaseIterable where Self: Equatable {
  /// The one after it; after the last, the first.
  var next: Self {
    let all = Array(Self.allCases)
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }
}
