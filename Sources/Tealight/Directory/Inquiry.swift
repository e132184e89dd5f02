import Wire

/// Makes calls and waits for their answers: several hosts at once, and the calls to one host one
/// after another.
final class Inquiry {
  /// The calls to one host.
  struct Calls {
    var calls: [HTTPCall]
    /// Reads the answer to the call of that index; false where the rest need not be asked for.
    var read: (Int, Answer) -> Bool
  }

  enum Answer {
    /// The body of an answer with status 200, valid during the call only.
    case body(UnsafeBufferPointer<UInt8>)
    /// Any other status, and what it says of it.
    case refused(status: Int, UnsafeBufferPointer<UInt8>)
    /// Why there is none: a sentence.
    case failure(String)
  }

  private let client = Client(Wire(userAgent: Invocation.userAgent))
  private let whileWaiting: (() -> Void)?

  /// - Parameter whileWaiting: does what this thread has to do meanwhile.
  init(whileWaiting: (() -> Void)? = nil) { self.whileWaiting = whileWaiting }

  /// Returns when every host has answered or failed. A call is given up after 10 s, and after 90 s
  /// of waiting until its host may be called.
  func run(_ hosts: [Calls]) {
    let clock = Clock()
    var positions = [Int](repeating: 0, count: hosts.count)
    var due = hosts.indices.filter { !hosts[$0].calls.isEmpty }
    var running = due.count
    while running > 0 {
      let now = clock.now()
      for index in due {
        client.get(TransferID(index), hosts[index].calls[positions[index]], at: now.monotonic)
      }
      due = []
      whileWaiting?()
      client.turn(at: now) { event in
        let (index, answer): (Int, Answer)
        switch event {
        case .answered(let id, 200, _, let body): (index, answer) = (id.number, .body(body))
        case .answered(let id, let status, _, let body):
          (index, answer) = (id.number, .refused(status: status, body))
        case .unanswered(let id, let reason, _):
          (index, answer) = (id.number, .failure(reason))
        default: return
        }
        let continues = hosts[index].read(positions[index], answer)
        positions[index] += 1
        if continues, positions[index] < hosts[index].calls.count {
          due.append(index)
        } else {
          running -= 1
        }
      }
      let deadline = due.isEmpty ? client.deadline : .immediately
      var nobody: [Wire.Watch] = []
      client.transport.wait(
        &nobody,
        milliseconds: deadline.milliseconds(
          from: now.monotonic, atMost: whileWaiting == nil ? 1_000 : 2))
    }
  }
}
