import State

extension GlanceScene {
  func spoken(_ speech: Speech) -> String {
    if isStopped {
      return speech.sentence([statusHeader.name, speech.words.stopped(statusHeader.clock)])
    }
    return speech.sentence(pair.map { $0.spokenAlone(speech) }, "; ")
  }

  private func spokenAlone(_ speech: Speech) -> String {
    let trouble = statusHeader.troubles(in: speech.words).first
    if let trouble, !statusHeader.isListed { return trouble }
    let name = [statusHeader.name, speech.money(money)].compactMap { $0 }.joined(separator: " ")
    return speech.sentence([
      name, speech.money(second), speech.change(change, from: baseline),
      trouble ?? speech.link(statusHeader),
    ])
  }
}
