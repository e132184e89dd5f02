import ArgumentParser
import State

/// `--theme` and `--colours` of the commands that draw.
struct ThemeOptions: ParsableArguments {
  @Option(help: "The theme.")
  var theme = ThemeName.dark

  @Option(help: "The colours of rising and falling prices. (default: the language's)")
  var colours: ColourConvention?
}
