@testable import Glance
@testable import State

extension Command {
  /// Every command there is.
  static let all = named(pages: PageCatalog.turnable).map(\.command)

  /// The page that it turns to.
  var page: PageName? {
    if case .show(let page) = self { page } else { nil }
  }
}
