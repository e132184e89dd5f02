import State

extension ClockScene {
  func spoken(_ speech: Speech) -> String {
    let name = [statusHeader.name, speech.money(money)].compactMap { $0 }.joined(separator: " ")
    return speech.sentence([
      statusHeader.clock, speech.words.date(day), name, speech.change(change),
      speech.trouble(statusHeader),
    ])
  }
}
