import Devices
import Pixels

/// A LED of up to three colours, each between a line and the supply or ground.
struct RGBLEDModel: PanelModel {
  let isActiveLow: Bool
  private var levels: [PanelLine: Bool] = [:]

  init(isActiveLow: Bool) { self.isActiveLow = isActiveLow }

  var isDark: Bool { activeArea == [Colour(0)] }

  var activeArea: [Colour] {
    func shines(_ line: PanelLine) -> Bool { levels[line].map { $0 != isActiveLow } ?? false }
    return [
      Colour(
        (shines(.red) ? 0xff0000 : 0) | (shines(.green) ? 0xff00 : 0) | (shines(.blue) ? 0xff : 0))
    ]
  }

  mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    guard case .line(let line, let level) = transaction, [.red, .green, .blue].contains(line) else {
      throw BusViolation("\(transaction) on a LED")
    }
    levels[line] = level
  }
}
