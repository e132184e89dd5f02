import State

extension WalletScene {
  func spoken(_ speech: Speech) -> String {
    let words = speech.words
    let title = "\(statusHeader.exchange) \(Self.title[words.language])"
    func said(_ term: Term, _ can: Bool?) -> String {
      "\(words[term]) \(words[can.map { $0 ? .possible : .suspended } ?? .unknown])"
    }
    guard !rows.isEmpty else {
      let waiting = speech.emptiness(words[.noWallet], statusHeader)
      return speech.sentence([title, waiting, speech.trouble(statusHeader)])
    }
    let said = rows.map { row in
      "\(row.name) \(said(.deposit, row.passage.canDeposit)), "
        + said(.withdrawal, row.passage.canWithdraw)
    }
    return speech.sentence(
      speech.list(title, [speech.trouble(statusHeader)].compactMap { $0 } + said), "; ")
  }
}
