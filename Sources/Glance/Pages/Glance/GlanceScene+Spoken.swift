import State

extension GlanceScene {
  func spoken(_ speech: Speech) -> String {
    if isStopped {
      return speech.sentence([statusHeader.name, speech.words.stopped(statusHeader.clock)])
    }
    return speech.sentence(pair.map { $0.spokenAlone(speech) }, "; ")
  }

  private func spokenAlone(_ speech: Speech) -> String {
    if let notice { return notice }
    let trouble = outage.map {
      speech.words.sentence(for: $0.failureReason, of: statusHeader.exchange, since: $0.since)
    }
    let name = [statusHeader.name, speech.money(money)].compactMap { $0 }.joined(separator: " ")
    return speech.sentence([
      name, speech.money(second), speech.change(change, from: baseline),
      trouble ?? speech.link(statusHeader),
    ])
  }
}
