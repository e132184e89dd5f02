import Pixels
import Timing

/// E-paper on a bus: wakes it, brings both its memories a picture, has it shown and lets it sleep.
///
/// A refresh takes seconds, and nobody waits: BUSY falling is an event, and where it cannot be seen
/// there is a time. What is shown meanwhile waits, and the newest of it comes next.
final class PaperDisplay: Display {
  /// A controller that is at work for longer is not there, or its line is not.
  static let busyMillisecondsMax: Int64 = 10_000

  let name: String
  let surface: Surface
  private(set) var hasStarted = false
  var wakeDescriptor: Int32? { bus.wakeDescriptor }

  private let chip: SSD168x
  private let bus: any CommandBus
  private let report: (String) -> Void
  private let rotation: Rotation
  /// So many partial refreshes are followed by a full one.
  private let fullEvery: Int

  /// The newest picture, nil once it is on its way; the one on its way; the one on the glass, nil
  /// where nobody knows.
  private var wanted: [UInt8]?
  private var coming: [UInt8] = []
  private var shown: [UInt8]?
  private var partials = 0

  private var agenda: ArraySlice<Act> = []
  private var resumesAt = Deadline.immediately
  private var busySince: Int64?
  private var retries = Retry()

  /// One thing of a refresh.
  private enum Act {
    case step(Step)
    /// Waits until BUSY is low, at most so long, or for what is enough where nobody can see it.
    case whileBusy(enough: Int64, most: Int64)
    /// The particles move: from here on nobody knows what is to be seen.
    case begin(SSD168x.Refresh)
    case end
  }

  /// - Parameter report: takes a sentence for the log when the panel is lost and when it is back.
  init(
    _ chip: SSD168x, _ wiring: PanelWiring, on bus: any CommandBus,
    report: @escaping (String) -> Void
  ) {
    self.chip = chip
    self.bus = bus
    self.report = report
    surface = wiring.surface
    rotation = wiring.rotation
    fullEvery = wiring.fullEvery
    name = "\(wiring.kind) on \(bus.name)"
  }

  func show(_ frame: Frame) {
    precondition(frame.size == size, "a frame has the size of its display")
    wanted = chip.picture(of: frame, turned: rotation)
  }

  /// Paper keeps its last picture and sleeps by itself; what is new is brought at once.
  func sleep() {
    guard wanted != nil else { return }
    // There may be no time to wait for what goes on; a reset ends it.
    agenda = []
    resumesAt = .immediately
  }

  func flush(now: Int64) -> Deadline {
    do throws(DeviceError) {
      // Asked in any case: it makes the descriptor quiet.
      let isBusy = try bus.isBusy()
      if wanted == nil && agenda.isEmpty { return .never }
      if !resumesAt.isDue(at: now) { return resumesAt }
      return try advance(now, isBusy)
    } catch {
      hasStarted = true
      if !agenda.isEmpty { wanted = wanted ?? coming }
      agenda = []
      resumesAt = Deadline(now + retries.pause(after: error, report))
      return resumesAt
    }
  }

  private func advance(_ now: Int64, _ isBusy: Bool?) throws(DeviceError) -> Deadline {
    var budget = bus.bytesPerFlush
    var hasSent = false
    while true {
      while let act = agenda.first {
        switch act {
        // It begins when all before it was sent, and only the next turn knows that time.
        case .step(.wait) where hasSent:
          return Deadline(now)
        case .step(.wait(let milliseconds)):
          agenda.removeFirst()
          resumesAt = Deadline(now + milliseconds + 1)
          return resumesAt
        case .step(let step):
          if case .data(let bytes) = step {
            if bytes.count > budget { return Deadline(now) }
            budget -= bytes.count
          }
          try bus.run(step)
          hasSent = true
        case .whileBusy(let enough, let most):
          let since = busySince ?? now
          busySince = since
          let until = Deadline(since + (isBusy == nil ? enough : most))
          if isBusy != false && !until.isDue(at: now) { return until }
          if isBusy == true { throw stuck }
          busySince = nil
        case .begin(let refresh):
          hasStarted = true
          shown = nil
          partials = refresh == .full ? 0 : partials + 1
        case .end:
          shown = coming
          retries.answered(name, report)
        }
        agenda.removeFirst()
      }
      guard let wanted, wanted != shown else { break }
      coming = wanted
      agenda = refresh(shown == nil || partials >= fullEvery ? .full : .partial)[...]
      busySince = nil
      self.wanted = nil
    }
    wanted = nil
    return .never
  }

  /// All that brings the picture onto the glass.
  private func refresh(_ refresh: SSD168x.Refresh) -> [Act] {
    // What a memory held before is not relied on: a refresh may have been cut short.
    let old = refresh == .partial ? shown ?? coming : coming
    let pictures =
      chip.write(old, .old, inPieces: pieceBytes) + chip.write(coming, .new, inPieces: pieceBytes)
    var acts = SSD168x.wake.map(Act.step)
    acts.append(.whileBusy(enough: 10, most: 1_000))
    acts += (chip.setUp(refresh) + pictures).map(Act.step)
    acts.append(.begin(refresh))
    acts += chip.start(refresh).map(Act.step)
    // BUSY takes a moment to rise.
    acts.append(.step(.wait(milliseconds: 10)))
    acts.append(.whileBusy(enough: refresh.enoughMilliseconds, most: Self.busyMillisecondsMax))
    acts += SSD168x.deepSleep.map(Act.step)
    acts.append(.end)
    return acts
  }

  private var pieceBytes: Int { min(bus.bytesPerFlush, BusFraming.spiBytesMax) }

  private var stuck: DeviceError {
    .unusable(device: name, reason: "busy never fell", fix: "check the wire")
  }
}
