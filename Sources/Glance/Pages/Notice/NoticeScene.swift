import Pixels
import State
import Timing

/// What the notice page says: a message that somebody has sent.
public struct NoticeScene: PageScene {
  static let name = PageName.notice
  static let title = PageTitle(english: "Notice", korean: "메시지")

  public var statusHeader = StatusHeader()
  public var text = ""
  /// Empty where it has none.
  public var title = ""
  public var colour = Notice.Colour.text
  /// The local time when it came, `14:05`.
  public var came = ""
  /// How many wait behind it.
  public var waitingCount = 0
  /// Whether a light that blinks shines now.
  public var isLit = true
  /// Which lines of it are shown where there is no room for all.
  public var lineStep = 0

  var role: ColourRole {
    switch colour {
    case .text: .text
    case .rise: .rise
    case .fall: .fall
    case .warning: .warning
    }
  }

  /// Every other light by turns.
  var lights: LEDView {
    let bars = (0..<8).map { LEDView.Bar(role, to: ($0 % 2 == 0) == isLit ? 1 : 0) }
    return LEDView(role, level: isLit ? 15 : 0, bars: bars)
  }

  /// What is said by turns on a matrix of lights.
  var slides: [MatrixSlide] {
    [title, text].filter { !$0.isEmpty }.map { MatrixSlide(figure: .words($0), role: role) }
  }
}

extension NoticeScene {
  static func make(from desk: Desk) -> NoticeScene { desk.noticeScene }

  /// The page behind the notice comes back in a moment, so its data are still requested.
  static func requirements(of desk: Desk) -> DataRequirements {
    let page = PageCatalog[desk.preferences.page]
    return page == self ? DataRequirements() : page.requirements(of: desk)
  }

  static func deadline(of desk: Desk) -> Deadline {
    let step = Desk.lineStepMilliseconds
    return Deadline(desk.now.monotonic + step - desk.noticeAge % step)
  }

  func draw(on layout: PageLayout, _ frame: inout Frame) {
    NoticePage(layout).draw(self, on: &frame)
  }

  /// Paper shows another notice at once.
  var subject: [String?] { [title, text, came, colour.rawValue] }
}

extension Desk {
  var noticeScene: NoticeScene {
    // The scene says nothing of a market, so that no market redraws it.
    var scene = NoticeScene()
    scene.statusHeader.language = language
    guard let front = frontNotice else { return scene }
    (scene.text, scene.title) = (front.notice.text, front.notice.title)
    scene.colour = front.notice.colour
    scene.came = localTime(at: front.came)
    scene.waitingCount = notices.entries.count - 1
    scene.isLit = isNoticeLit
    scene.lineStep = Int(noticeAge / Self.lineStepMilliseconds)
    return scene
  }
}
