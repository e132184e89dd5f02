import ArgumentParser
import Feeds
import Glance
import MarketData
import Pixels

// What the configuration calls by a name is called so on the command line, too: help, completions
// and complaints list the names by themselves.

extension Page: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}
extension Layout: ExpressibleByArgument {}
extension ChartSpan: ExpressibleByArgument {}
extension Indicator: ExpressibleByArgument {}
extension Theme.Ground: ExpressibleByArgument {}
extension Theme.Convention: ExpressibleByArgument {}
extension DirectoryOrder.Key: ExpressibleByArgument {}
