import State

/// What the screen says: the scene of one page.
public struct Scene: Equatable, Sendable {
  let content: any PageScene

  init(_ content: any PageScene) { self.content = content }

  public var page: PageName { type(of: content).name }

  /// What every page says besides its own content.
  public var statusHeader: StatusHeader { content.statusHeader }

  /// What it says to people who cannot see it, in its language: one sentence of 300 letters at most,
  /// with signs as words.
  public var spoken: String { content.spoken(Speech(statusHeader.language.words)) }

  /// Whether only people in front of the board may see it.
  public var hasSecret: Bool { content.hasSecret }

  /// The same with a blank box where the secret is.
  public var withoutSecret: Scene { hasSecret ? Scene(content.withoutSecret) : self }

  public static func == (a: Scene, b: Scene) -> Bool { a.content.isEqual(to: b.content) }
}

extension PageScene {
  fileprivate func isEqual(to other: any PageScene) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}
