import Pixels
import State
import Timing

/// What one page says, as it is shown: equal scenes are equal pictures. Each page makes its scene
/// from the state, says what it needs for that, and draws it; `PageCatalog` lists the pages.
protocol PageScene: Equatable, Sendable {
  static var name: PageName { get }
  static var title: PageTitle { get }
  static func make(from desk: Desk) -> Self
  /// What has to be asked for while it is on the screen.
  static func requirements(of desk: Desk) -> DataRequirements
  /// When, by the monotonic clock, its scene changes although nothing was said.
  static func deadline(of desk: Desk) -> Deadline

  var statusHeader: StatusHeader { get }
  /// What is left of it where there are only a few lights.
  var lights: LEDView { get }
  /// What it says by turns on a matrix of lights.
  var slides: [MatrixSlide] { get }
  func draw(on layout: PageLayout, _ frame: inout Frame)
  /// What it says to people who cannot see it, in `Speech.lengthMax` letters at most. What only who
  /// sees the panel may know, as codes that let somebody in, is never in it.
  func spoken(_ speech: Speech) -> String

  /// What the user has chosen to see on it: where that changes, paper is refreshed at once.
  var subject: [String?] { get }
  /// How much of what it is about is not known yet.
  var missingCount: Int { get }
  /// Whether nothing on it is heard any more: then paper leaves it as it is.
  var isStill: Bool { get }
  /// Whether only those may see it who stand before the board, and the same with a blank box there.
  var hasSecret: Bool { get }
  var withoutSecret: Self { get }
  /// Whether it says so much more than what paper shows that it is worth a refresh.
  /// - Parameter pricePercent: how far a price has to move for that.
  func hasNews(since shown: Self, pricePercent: Double) -> Bool
}

extension PageScene {
  static func requirements(of desk: Desk) -> DataRequirements { DataRequirements() }
  static func deadline(of desk: Desk) -> Deadline { .never }
  var subject: [String?] { [] }
  var missingCount: Int { 0 }
  var isStill: Bool { statusHeader.isOld }
  var hasSecret: Bool { false }
  var withoutSecret: Self { self }
  /// Most pages hold so many numbers that one of them always moves.
  func hasNews(since shown: Self, pricePercent: Double) -> Bool {
    missingCount < shown.missingCount
  }
}

/// What a page is called in each language.
struct PageTitle: Sendable {
  let english: String
  let korean: String

  subscript(language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }
}
