import Wire

/// Calls for people, waited for: several hosts at once, and each one's calls one after another.
final class Inquiry {
  /// The calls to one host.
  struct Line {
    var rest: String
    /// PEM file of a private CA; nil for the system's.
    var caFile: String?
    var paths: [String]
    /// Takes the answer to the call of that place; false where the rest is not worth asking for.
    var take: (Int, Answer) -> Bool
  }

  enum Answer {
    /// The body of an answer with status 200, valid during the call only.
    case body(UnsafeBufferPointer<UInt8>)
    /// Why there is none: a sentence.
    case failure(String)
  }

  private let wire = Wire()
  private let whileWaiting: (() -> Void)?

  /// - Parameter whileWaiting: does what somebody else in this thread has to do meanwhile.
  init(whileWaiting: (() -> Void)? = nil) { self.whileWaiting = whileWaiting }

  /// Returns when every line is at its end. Each call is answered or given up within 10 s.
  func run(_ lines: [Line]) {
    let clock = Clock()
    var places = [Int](repeating: 0, count: lines.count)
    var due = lines.indices.filter { !lines[$0].paths.isEmpty }
    var running = due.count
    while running > 0 {
      for index in due {
        let line = lines[index]
        wire.get(index, url: line.rest + line.paths[places[index]], caFile: line.caFile)
      }
      due = []
      whileWaiting?()
      var nobody: [Wire.Watch] = []
      wire.wait(&nobody, milliseconds: whileWaiting == nil ? 1_000 : 2)
      wire.turn(at: clock.now().monotonic) { event in
        let (index, answer): (Int, Answer)
        switch event {
        case .answered(let id, 200, _, let body): (index, answer) = (id, .body(body))
        case .answered(let id, let status, _, _):
          (index, answer) = (id, .failure("status \(status)"))
        case .unanswered(let id, let reason, _): (index, answer) = (id, .failure(reason))
        default: return
        }
        let goesOn = lines[index].take(places[index], answer)
        places[index] += 1
        if goesOn, places[index] < lines[index].paths.count {
          due.append(index)
        } else {
          running -= 1
        }
      }
    }
  }
}
