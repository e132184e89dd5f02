import Devices
import Pixels

/// How a glass hangs in front of its controller's memory, and what lights it.
extension ConfigReader {
  /// A backlight of the kernel's; a line of the chip is left for who reads lines.
  func readBacklight(_ table: inout TableReader) -> Backlight.Place? {
    let key = PanelLine.backlight.rawValue
    if table.holdsInteger(key) { return nil }
    guard let (text, place) = table.text(key, Backlight.Place.meaning) else { return nil }
    if let backlight = Backlight.Place(text) { return backlight }
    table.complain(
      "unknown backlight \"\(text)\"; it must be \(Backlight.Place.meaning)", at: place)
    return nil
  }

  func readOffset(_ table: inout TableReader) -> PanelWiring.Offset? {
    guard let entry = table.take("offset") else { return nil }
    if case .list(let list) = entry.value.value {
      let sides = list.compactMap { item in
        if case .integer(let side) = item.value { Int(exactly: side) } else { nil }
      }
      if list.count == 2, sides.count == 2 { return PanelWiring.Offset(sides[0], sides[1]) }
    }
    table.complain(
      "offset is \(entry.value.kind); it must be [columns, rows], two whole numbers",
      at: entry.value.place)
    return nil
  }

  /// The glass must not hang over the edge of the memory.
  func checkOffset(_ wiring: PanelWiring, _ whole: TableReader, _ table: inout TableReader) {
    guard let offset = wiring.offset, let most = wiring.offsetMax else { return }
    if (0...most.columns).contains(offset.columns) && (0...most.rows).contains(offset.rows) {
      return
    }
    table.complain(
      "offset is [\(offset.columns), \(offset.rows)]; for \(wiring.kind) of \(wiring.size) it must be "
        + "from [0, 0] to [\(most.columns), \(most.rows)]", at: whole.place(of: "offset"))
  }
}
