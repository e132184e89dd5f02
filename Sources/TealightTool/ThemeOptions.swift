import ArgumentParser
import Glance
import Pixels

/// `--theme` and `--colours` of whatever draws.
struct ThemeOptions: ParsableArguments {
  @Option(help: "The theme.")
  var theme = Theme.Ground.dark

  @Option(help: "The colours of up and down; the language's without.")
  var colours: Theme.Convention?
}
