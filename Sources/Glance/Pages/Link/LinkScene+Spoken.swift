import State

extension LinkScene {
  /// Which exchanges and services are heard. Codes and addresses are only for people who see the panel.
  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    let all = lines + services
    let rows = (all.filter(\.isSilent) + all.filter { !$0.isSilent }).map { line in
      if let failureReason = line.failureReason {
        return words.sentence(for: failureReason, of: line.name, since: line.since)
      }
      if line.isConnecting { return words.connecting(line.name) }
      var state = words[line.link == .streaming ? .connected : .polled]
      if line.isSilent { state = words[.silent] }
      if let since = line.since { state = words.state(state, since: since) }
      return "\(line.name) \(state)"
    }
    let signal = network?.signal.map { "\(words[.signal]) \(speech.plain("−\(abs($0)) dBm"))" }
    return speech.sentence(
      speech.list(Self.title[words.language], rows + [signal].compactMap { $0 }))
  }
}
