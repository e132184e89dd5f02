import ArgumentParser
import Glance
import Pixels

/// `--theme` and `--colours` of whatever draws.
struct ThemeOptions: ParsableArguments {
  @Option(help: "The theme: \(Theme.Ground.allCases.map(\.rawValue).joined(separator: ", ")).")
  var theme = Theme.Ground.dark.rawValue

  @Option(
    help: """
      The colours of up and down: \
      \(Theme.Convention.allCases.map(\.rawValue).joined(separator: ", ")); the language's without.
      """)
  var colours: String?

  func apply(to settings: inout Settings) throws {
    guard let theme = Theme.Ground(rawValue: theme) else {
      throw ValidationError("unknown theme \"\(self.theme)\"")
    }
    settings.theme = theme
    guard let colours else { return }
    guard let convention = Theme.Convention(rawValue: colours) else {
      throw ValidationError("unknown colours \"\(colours)\"")
    }
    settings.colours = convention
  }
}
