import Glance
import MarketData
import State
import Web

/// What the browser's page says beside the picture: it changes with the prices.
struct PageState {
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  var text: WebText {
    let members = [("said", scene.spoken.asJSON), ("title", title.asJSON)]
    return WebText(event: "said", json: JSON.object(members))
  }

  private var title: String {
    let header = scene.statusHeader
    return header.name.isEmpty ? "tealight" : "\(header.name) – tealight"
  }
}
