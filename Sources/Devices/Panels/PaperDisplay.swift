import Pixels
import Timing

/// E-paper on a bus: wakes it, writes a picture to both its memories, starts a refresh and lets it
/// sleep.
///
/// A refresh takes seconds, and the loop does not block for it: the fall of BUSY is an event, and if
/// BUSY is not wired a fixed time is used. Frames that come meanwhile wait, and the newest of them
/// is shown next.
final class PaperDisplay: Display {
  /// If a controller is busy for longer, it is missing, or its BUSY line is.
  static let busyMillisecondsMax: Int64 = 10_000

  let name: String
  let surface: Surface
  private(set) var hasStarted = false
  var wakeDescriptor: Int32? { bus.wakeDescriptor }

  private let chip: SSD168x
  private let bus: any CommandBus
  private let report: (String) -> Void
  private let rotation: Rotation
  /// After this many partial refreshes, a full one follows.
  private let fullEvery: Int

  /// The newest picture, nil once it is being sent; the one being sent; the one that is shown, nil
  /// where that is not known.
  private var wanted: [UInt8]?
  private var coming: [UInt8] = []
  private var shown: [UInt8]?
  private var partials = 0

  private var agenda: ArraySlice<Act> = []
  private var resumesAt = Deadline.immediately
  private var busySince: Int64?
  private var retries = Retry()

  /// One step of a refresh.
  private enum Act {
    case step(Step)
    /// Waits until BUSY is low, `most` milliseconds at most, or for `enough` where BUSY is not
    /// wired.
    case whileBusy(enough: Int64, most: Int64)
    /// The particles begin to move: from here on it is unknown what is shown.
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

  var isUpToDate: Bool { wanted == nil && agenda.isEmpty }

  var traffic: DisplayTraffic? {
    DisplayTraffic(over: bus, errors: retries.errors)
  }

  func show(_ frame: Frame) {
    precondition(frame.size == size, "a frame has the size of its display")
    wanted = chip.picture(of: frame, turned: rotation)
  }

  /// Paper keeps its last picture and sleeps by itself; a new picture is sent at once.
  func sleep() {
    guard wanted != nil else { return }
    // There may be no time to wait for the refresh that runs; a reset ends it.
    agenda = []
    resumesAt = .immediately
  }

  func flush(now: Int64) -> Deadline {
    do throws(DeviceError) {
      // Read in any case: until then the descriptor stays readable.
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
        // The wait begins when everything before it is sent, and only the next call knows that time.
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

  /// All steps that show the picture.
  private func refresh(_ refresh: SSD168x.Refresh) -> [Act] {
    // The old contents of the memories are not trusted: a refresh may have been interrupted.
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
    .unusable(device: name, reason: "BUSY stays high", fix: "check its wire")
  }
}
