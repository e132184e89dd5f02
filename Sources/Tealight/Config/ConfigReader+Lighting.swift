extension ConfigReader {
  mutating func readNight(_ table: inout TableReader) {
    let allowed = "a text \"HH:MM-HH:MM\" in local time, for example \"22:30-07:00\""
    let brightness = table.integer("brightness", in: 0...100)
    let wakeSeconds = table.integer("wake_seconds", in: 1...3600)
    if !table.has("hours") {
      table.complain("[night] needs hours: \(allowed)")
    } else if let (text, place) = table.text("hours", allowed) {
      if var night = Config.Night(text) {
        night.brightness = brightness ?? night.brightness
        night.wakeSeconds = wakeSeconds ?? night.wakeSeconds
        config.lighting.night = night
      } else {
        table.complain("hours is \"\(text)\"; it must be \(allowed)", at: place)
      }
    }
    mistakes += table.finish()
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
