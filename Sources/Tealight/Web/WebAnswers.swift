import Configuration
import Devices
import Glance
import Pixels
import State
import Timing
import Web

/// Answers the site from the desk and the screens while the site has its turn.
final class WebAnswers: WebBackend {
  private let canPress: Bool
  private var view: View?
  private var requests: [Loop.Request] = []
  /// The newest controls, for browsers that were paired and for others, and the newest scene, all
  /// with their texts.
  private var controls: [Bool: (PageControls, text: WebText)] = [:]
  private var said: (Scene, text: WebText)?

  private struct View {
    let desk: Desk
    let screens: Screens
    let now: Moment
    let metrics: () -> String
    /// The texts, made once a turn, however many viewers there are.
    var texts: [Bool: [WebText]] = [:]
  }

  init(canPress: Bool) { self.canPress = canPress }

  /// - Parameter turn: the turn of the site, in which it may ask.
  /// - Returns: what visitors ask for.
  func answering(
    for desk: Desk, _ screens: Screens, at now: Moment, metrics: @escaping () -> String,
    _ turn: () -> Void
  ) -> [Loop.Request] {
    view = View(desk: desk, screens: screens, now: now, metrics: metrics)
    // A copy that outlived the turn would make the desk's next change a costly one.
    defer { (view, requests) = (nil, []) }
    turn()
    return requests
  }

  var panelCount: Int { view?.screens.all.count ?? 0 }

  func picture(of panel: Int) -> WebPicture? { view?.screens.all[panel].webPicture }

  func png(of panel: Int) -> [UInt8]? {
    view?.screens.all[panel].webPicture.map { PNGDisplay.encode($0.frame, $0.colours) }
  }

  func texts(isPaired: Bool) -> [WebText] {
    guard let view else { return [] }
    if let texts = view.texts[isPaired] { return texts }
    let newest = PageControls(view.desk, view.screens, canPress: canPress, canLeave: isPaired)
    if controls[isPaired]?.0 != newest { controls[isPaired] = (newest, newest.text) }
    let scene = view.desk.scene
    if said?.0 != scene { said = (scene, PageState(scene).text) }
    let texts = [controls[isPaired]!.text, said!.text]
    self.view?.texts[isPaired] = texts
    return texts
  }

  var stateLine: String { view.map { $0.desk.report.json(wall: $0.now.wall) + "\n" } ?? "" }

  var metrics: String { view?.metrics() ?? "" }

  /// Whether at least one market that is shown is heard.
  var isHealthy: Bool {
    view.map { view in view.desk.places.contains { view.desk.link(of: $0.market).isLive } } ?? false
  }

  func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in generator.next() }
  }

  func perform(_ order: WebOrder) -> WebOrderResult {
    guard let view else { return .refused(sentence: "tealight is not ready; try again") }
    switch order {
    case .command(let text):
      do throws(CommandError) {
        let reader = CommandReader(markets: view.desk.marketNames)
        requests.append(.command(try reader.command(of: Array(text.utf8))))
        return .done
      } catch {
        return .refused(sentence: error.description)
      }
    case .notice(let text):
      // Notices of this turn reach the desk only after it.
      let coming = requests.count { if case .notice = $0 { true } else { false } }
      guard view.desk.notices.room > coming else {
        return .refused(sentence: NoticeQueue.refusal)
      }
      do throws(NoticeError) {
        requests.append(.notice(try NoticeReader.notice(of: Array(text.utf8))))
        return .done
      } catch {
        return .refused(sentence: error.description)
      }
    }
  }
}

extension Screen {
  /// The picture for a browser; nil before the first picture.
  fileprivate var webPicture: WebPicture? {
    guard let frame = publicFrame else { return nil }
    return WebPicture(
      frame, colours: look, outline: display.surface.outline, brightness: percent)
  }
}
