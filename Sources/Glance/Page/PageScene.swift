import Pixels
import State
import Timing

/// What one page says, as it is shown: equal scenes are equal pictures. Each page makes its scene
/// from the state, says what it needs for that, and draws it; `PageCatalog` lists the pages.
protocol PageScene: Equatable, Sendable {
  static var name: PageName { get }
  static var title: PageTitle { get }
  static func make(from desk: Desk) -> Self
  /// The data that must be requested while the page is on the screen.
  static func requirements(of desk: Desk) -> DataRequirements
  /// When, by the monotonic clock, the scene changes without an update.
  static func deadline(of desk: Desk) -> Deadline

  var statusHeader: StatusHeader { get }
  /// What the page shows on a few lights.
  var lights: LEDView { get }
  /// What the page shows by turns on a matrix of lights.
  var slides: [MatrixSlide] { get }
  func draw(on layout: PageLayout, _ frame: inout Frame)
  /// The page in words, for people who cannot see it: `Speech.lengthMax` letters at most. It never has a
  /// secret that only people who see the panel may know, such as a code that lets somebody in.
  func spoken(_ speech: Speech) -> String

  /// What the user has chosen to see on it: where that changes, paper is refreshed at once.
  var subject: [String?] { get }
  /// How many things that the page is about are not known yet.
  var missingCount: Int { get }
  /// Whether nothing on the page is heard any more; then paper keeps the picture as it is.
  var isStill: Bool { get }
  /// Whether only people in front of the board may see it, and the scene with a blank box instead.
  var hasSecret: Bool { get }
  var withoutSecret: Self { get }
  /// Whether it says so much more than the scene on paper that it is worth a refresh.
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
