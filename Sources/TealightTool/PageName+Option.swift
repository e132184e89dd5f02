import ArgumentParser
import Feeds
import Glance
import MarketData
import State

// The command line uses the same names as the configuration. Help, completions and error messages list
// them by themselves.

extension PageName: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(rawValue: argument)
    guard PageCatalog.names.contains(self) else { return nil }
  }

  public static var allValueStrings: [String] { PageCatalog.names.map(\.rawValue) }
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A page that does not come by itself.
struct ChosenPage {
  let name: PageName
}

extension ChosenPage: ExpressibleByArgument {
  init?(argument: String) {
    guard let name = PageName(argument: argument), PageCatalog.turnable.contains(name) else {
      return nil
    }
    self.init(name: name)
  }

  static var allValueStrings: [String] { PageCatalog.turnable.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  var defaultValueDescription: String { name.rawValue }
}

extension Language: ExpressibleByArgument {}
extension Layout: ExpressibleByArgument {}
extension ChartStyle: ExpressibleByArgument {}
extension ChartSpan: ExpressibleByArgument {}
extension Indicator: ExpressibleByArgument {}
extension ThemeName: ExpressibleByArgument {}
extension ColourConvention: ExpressibleByArgument {}
extension DirectoryOrder.Key: ExpressibleByArgument {}
