import Timing

/// Somebody who looks: gets what is newest whenever there is room for it. Whoever takes long gets
/// fewer pictures, and holds nobody up.
struct Viewer {
  private var panels: [PictureStream]
  private let numbers: [Int]
  /// How many there were when it began.
  private let panelCount: Int
  private let isPaired: Bool
  private var texts: [WebText] = []
  /// What is told next, so that each panel gets its turn.
  private var turn = 0
  /// Events that are under way, and how much of them is gone.
  private var unsent: [UInt8] = []
  private var sent = 0
  private var lastRead: Int64
  /// It has everything, and waits to be woken.
  private(set) var isParked = false

  /// Something is said so often: 15 seconds of silence mean that nobody is there.
  private static let pingMilliseconds: Int64 = 10_000
  /// A viewer that reads nothing for so long is disconnected.
  private static let stallMilliseconds: Int64 = 60_000
  private static let ping = Array("event: ping\ndata: 0\n\n".utf8)

  /// - Parameters:
  ///   - numbers: of the panels that it looks at.
  ///   - panelCount: how many there are.
  ///   - isPaired: whether it looks with a session of its own.
  init(of numbers: [Int], among panelCount: Int, isPaired: Bool, at now: Int64) {
    (self.numbers, self.panelCount, self.isPaired) = (numbers, panelCount, isPaired)
    panels = numbers.map { PictureStream(panel: $0) }
    lastRead = now
    unsent = Array("retry: 1000\n\n".utf8)
  }

  /// What to do for it next: a ping, or to give it up.
  var deadline: Deadline {
    Deadline(lastRead + (isParked ? Self.pingMilliseconds : Self.stallMilliseconds))
  }

  /// Whether all that it was to get is gone.
  var isDrained: Bool { sent == unsent.count }

  /// Whether there are more or fewer panels than when it began: then it is to begin anew.
  private func isOver(with news: WebNews) -> Bool { news.pictures.count != panelCount }

  /// Bytes for it, at most so many; empty where it has everything.
  /// - Parameter news: what is newest, where it is drained.
  /// - Returns: nil where it is over.
  mutating func read(_ most: Int, _ news: WebNews?, at now: Int64) -> ArraySlice<UInt8>? {
    lastRead = now
    if let news {
      if isOver(with: news) { return nil }
      refill(with: news)
    }
    isParked = isDrained
    let part = unsent[sent...].prefix(most)
    sent += part.count
    return part
  }

  /// Whether it waited and is to be woken.
  mutating func wakes(for news: WebNews) -> Bool {
    guard isParked else { return false }
    let isOver = isOver(with: news)
    if !isOver { refill(with: news) }
    isParked = isDrained && !isOver
    return !isParked
  }

  /// Whether it has waited long, and is to be woken for a ping.
  mutating func wakesForPing(at now: Int64) -> Bool {
    guard isParked else { return false }
    lastRead = now
    (unsent, sent) = (Self.ping, 0)
    isParked = false
    return true
  }

  private mutating func refill(with news: WebNews) {
    (unsent, sent) = ([], 0)
    let newest = news.texts(isPaired: isPaired)
    for text in newest where !texts.contains(text) {
      unsent += "event: \(text.event)\ndata: ".utf8
      // The end of a line would be the end of it.
      unsent += text.json.utf8.filter { $0 != 0x0A && $0 != 0x0D }
      unsent += "\n\n".utf8
    }
    texts = newest
    for _ in panels.indices where unsent.isEmpty {
      turn = (turn + 1) % panels.count
      if let picture = news.pictures[numbers[turn]] {
        unsent = panels[turn].advance(to: picture)
      }
    }
  }
}
