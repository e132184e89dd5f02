import Pixels
import State

extension Theme {
  /// The theme that the state has chosen.
  public init(_ name: ThemeName, _ colours: ColourConvention) {
    self.init(Name(Ground(name), Convention(colours)))
  }

  /// The theme that the displays wear.
  public init(of desk: Desk) { self.init(desk.theme, desk.colours) }
}

extension Theme.Ground {
  fileprivate init(_ name: ThemeName) {
    self =
      switch name {
      case .dark: .dark
      case .light: .light
      case .paper: .paper
      case .night: .night
      }
  }
}

extension Theme.Convention {
  fileprivate init(_ colours: ColourConvention) {
    self =
      switch colours {
      case .redBlue: .redBlue
      case .redGreen: .redGreen
      case .greenRed: .greenRed
      case .blueOrange: .blueOrange
      }
  }
}
