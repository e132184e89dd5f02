import Pixels

extension LinkScene {
  /// Each exchange and service, those that cannot be heard first.
  var slides: [MatrixSlide] {
    let all = lines + services
    let secret = pairing.map { [MatrixSlide(figure: .words($0.text))] } ?? []
    return secret
      + (all.filter(\.isLost) + all.filter { !$0.isLost }).map { line in
        let words = [line.name] + (line.isLost ? [line.since].compactMap { $0 } : [])
        return MatrixSlide(
          picture: .link(line.isSilent && !line.isLost ? .polling : line.link),
          figure: .words(words.joined(separator: " ")),
          role: line.isLost ? .warning : .text)
      }
  }
}

extension LinkScene.Line {
  fileprivate var isLost: Bool { isSilent && !isConnecting }
}
