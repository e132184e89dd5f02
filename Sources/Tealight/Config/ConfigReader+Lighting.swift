import Glance
import State

extension ConfigReader {
  mutating func readNight(_ table: inout TableReader) {
    let brightness = table.integer("brightness", in: 0...100)
    let wakeSeconds = table.integer("wake_seconds", in: 1...3600)
    if let hours = readHours("hours", &table, isNeeded: true) {
      var night = Config.Night(hours)
      night.brightness = brightness ?? night.brightness
      night.wakeSeconds = wakeSeconds ?? night.wakeSeconds
      config.lighting.night = night
    }
    mistakes += table.finish()
  }

  func readHours(
    _ key: String, _ table: inout TableReader, isNeeded: Bool = false
  ) -> LocalHours? {
    let allowed = "a text \"HH:MM-HH:MM\" in local time, for example \"22:30-07:00\""
    if isNeeded, !table.has(key) { table.complain("\(table.name) needs \(key): \(allowed)") }
    guard let (text, place) = table.text(key, allowed) else { return nil }
    if let hours = LocalHours(text) { return hours }
    table.complain("\(key) is \"\(text)\"; it must be \(allowed)", at: place)
    return nil
  }

  mutating func readCare(_ table: inout TableReader) {
    if let minutes = table.integer("dim_after_minutes", in: 0...1_440) {
      config.lighting.dimAfterMinutes = minutes
    }
    if let percent = table.integer("dim_to", in: 1...100) { config.lighting.dimTo = percent }
    if let shifts = table.truth("shift") { config.lighting.shifts = shifts }
    mistakes += table.finish()
  }
}
