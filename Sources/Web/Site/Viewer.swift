import Timing

/// A browser that watches panels. It gets the newest state whenever there is room for it. A slow
/// viewer gets fewer pictures, and holds up no other.
struct Viewer {
  private var panels: [PictureStream]
  private let numbers: [Int]
  /// How many panels there were when it began.
  private let panelCount: Int
  private let isPaired: Bool
  private var texts: [WebText] = []
  /// The index of the panel whose turn was last, so that each panel gets its turn.
  private var turn = 0
  /// The events that are under way, and how many of their bytes are sent.
  private var unsent: [UInt8] = []
  private var sent = 0
  private var lastRead: Int64
  /// Whether it has everything, and waits to be woken.
  private(set) var isParked = false

  /// How long a parked viewer waits for a ping: the page takes 15 seconds of silence as a lost
  /// connection.
  private static let pingMilliseconds: Int64 = 10_000
  /// A viewer that reads nothing for this long is disconnected.
  private static let stallMilliseconds: Int64 = 60_000
  private static let ping = Array("event: ping\ndata: 0\n\n".utf8)

  /// - Parameters:
  ///   - numbers: the numbers of the panels that it watches.
  ///   - panelCount: how many panels there are.
  ///   - isPaired: whether it watches with a session of its own.
  init(of numbers: [Int], among panelCount: Int, isPaired: Bool, at now: Int64) {
    (self.numbers, self.panelCount, self.isPaired) = (numbers, panelCount, isPaired)
    panels = numbers.map { PictureStream(panel: $0) }
    lastRead = now
    unsent = Array("retry: 1000\n\n".utf8)
  }

  /// When it is due for a ping, or is given up.
  var deadline: Deadline {
    Deadline(lastRead + (isParked ? Self.pingMilliseconds : Self.stallMilliseconds))
  }

  /// Whether all its events are sent.
  var isDrained: Bool { sent == unsent.count }

  /// Whether the number of panels has changed since it began: then it has to begin again.
  private func isOver(with news: WebNews) -> Bool { news.pictures.count != panelCount }

  /// The next bytes for it, at most `most`; empty if it has everything.
  /// - Parameter news: the newest state, if the viewer is drained.
  /// - Returns: nil if its stream is over.
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

  /// Takes the news for a parked viewer; true if the viewer has to be woken.
  mutating func wakes(for news: WebNews) -> Bool {
    guard isParked else { return false }
    let isOver = isOver(with: news)
    if !isOver { refill(with: news) }
    isParked = isDrained && !isOver
    return !isParked
  }

  /// Prepares a ping for a parked viewer; true if the viewer has to be woken for it.
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
      // A line end would end the event's data.
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
