import Timing

/// A motion sensor on a GPIO line. A line that is missing or goes away is looked for again.
///
/// The sensor reports a person for seconds, so its level counts: a signal that is over before the
/// level is read is noise of the wire.
public final class MotionSensor {
  /// A line that is open.
  public struct Line {
    /// Readable when the level has changed since it was last read.
    let descriptor: Int32
    /// Whether it is active now.
    /// - Throws: `failed` when the line goes.
    let isActive: () throws(DeviceError) -> Bool
  }

  public typealias Opener = (InputLines.Wiring) throws(DeviceError) -> Line

  private let wiring: InputLines.Wiring
  private let open: Opener
  private let report: (String) -> Void
  private var line: Line?
  private var retries = Retry()
  /// When to look for the line again, if it is missing.
  private var searchAt = Deadline.immediately

  /// Whether the sensor saw somebody at the last look; false if it is missing.
  public private(set) var seesSomebody = false

  /// Opens nothing yet.
  /// - Parameter report: takes a sentence once when the sensor is missing, and when it is there
  ///   again.
  public init(
    _ wiring: InputLines.Wiring, open: @escaping Opener = Line.init(opening:),
    report: @escaping (String) -> Void
  ) {
    self.wiring = wiring
    self.open = open
    self.report = report
  }

  /// Readable when `look` has to be called; nil if the sensor is missing.
  public var fileDescriptor: Int32? { line?.descriptor }

  /// When `look` has to be called even if nothing is readable.
  public var deadline: Deadline { line == nil ? searchAt : .never }

  /// Looks whether the sensor sees somebody.
  /// - Parameter now: the monotonic millisecond.
  public func look(now: Int64) {
    guard line != nil || searchAt.isDue(at: now) else { return }
    do throws(DeviceError) {
      if line == nil { line = try open(wiring) }
      seesSomebody = try line!.isActive()
      retries.answered(wiring.name, report)
    } catch {
      line = nil
      seesSomebody = false
      searchAt = Deadline(now + retries.pause(after: error, report))
    }
  }
}

extension MotionSensor.Line {
  /// Takes a line from its chip.
  public init(opening wiring: InputLines.Wiring) throws(DeviceError) {
    let line = try LevelLine(name: wiring.name) { () throws(DeviceError) in
      try InputLines.open(wiring)
    }
    descriptor = line.descriptor!
    isActive = { () throws(DeviceError) -> Bool in try line.level() ?? false }
  }
}
