import State

extension Scene {
  /// The scene that stays on paper when the program ends: it says when that was, and no price.
  /// - Parameter last: the newest scene, whose market is named.
  public static func stopped(at clock: String, in language: Language, after last: Scene?) -> Scene {
    var scene = GlanceScene()
    if let last { scene.statusHeader = last.statusHeader }
    (scene.statusHeader.clock, scene.statusHeader.language) = (clock, language)
    return Scene(scene.stopped)
  }
}
