import State

extension Desk {
  /// What the page on the screen says.
  public var scene: Scene { Scene(PageCatalog[page].make(from: self)) }

  /// The data that must be requested because the page on the screen or the configuration needs them.
  public var requirements: DataRequirements {
    var requirements = PageCatalog[page].requirements(of: self)
    requirements.markets = holdings.byExchange
    return requirements
  }
}
