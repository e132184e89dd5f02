import Pixels
import Timing

/// Sharp's Memory LCDs over SPI (application note "Programming Sharp's Memory LCDs" V1.3;
/// specifications LS013B7DH03, LS027B7DH01A). Every pixel keeps its own bit, so only changed lines
/// are sent. Between them, two bytes about once a second alternate the voltage on the liquid
/// crystal.
final class SharpMemory: Display {
  /// The note requires an alternation at least once a second; this is shorter because a turn of the
  /// loop may be late.
  static let alternationMilliseconds: Int64 = 900

  let name: String
  let surface: Surface
  private(set) var hasStarted = false

  private let bus: any CommandBus
  private let report: (String) -> Void
  private let rotation: Rotation
  private let lineBytes: Int

  /// The picture that the panel should show, nil once it does; and the picture that it shows.
  private var wanted: [UInt8]?
  private var memory: [UInt8]
  /// The bytes of `memory` that the panel may not hold: they are sent even if they do not change.
  private var doubtful = 0..<0
  private var state = State.off
  private var isEnding = false
  private var polarity: UInt8 = 0
  private var alternatesAt = Deadline.immediately
  /// When all lines of a panel that is lit are sent again, with the next change: 13 kB at most.
  private var renewsAt = Deadline.never
  private var resumesAt = Deadline.immediately
  private var retries = Retry()

  private enum State {
    case off, filling, lit
  }

  /// The first byte of a transaction (note: "Serial interface"): its highest three bits.
  private enum Mode {
    static let update: UInt8 = 0x80
    static let polarity: UInt8 = 0x40
    static let clear: UInt8 = 0x20
  }

  /// - Parameter report: takes a sentence for the log when the panel is lost and when it is back.
  init(_ wiring: PanelWiring, on bus: any CommandBus, report: @escaping (String) -> Void) {
    self.bus = bus
    self.report = report
    surface = wiring.surface
    rotation = wiring.rotation
    name = "\(wiring.kind) on \(bus.name)"
    lineBytes = wiring.size.width / 8
    memory = [UInt8](repeating: 0xff, count: lineBytes * wiring.size.height)
  }

  var isUpToDate: Bool { wanted == nil }

  var traffic: DisplayTraffic? {
    DisplayTraffic(over: bus, errors: retries.errors)
  }

  func show(_ frame: Frame) {
    precondition(frame.size == size, "a frame has the size of its display")
    wanted = frame.bitRows(turned: rotation)
    isEnding = false
  }

  func sleep() {
    isEnding = true
    wanted = nil
    // A lost panel may answer again by now and show an old picture: this is the last chance to
    // clear it.
    resumesAt = .immediately
  }

  func flush(now: Int64) -> Deadline {
    if wanted == nil && state == .off && !isEnding { return .never }
    if !resumesAt.isDue(at: now) { return resumesAt }
    do throws(DeviceError) {
      return isEnding ? try end() : try advance(now)
    } catch {
      hasStarted = true
      state = .off
      if !isEnding { wanted = wanted ?? memory }
      resumesAt = Deadline(now + retries.pause(after: error, report))
      return resumesAt
    }
  }

  private func advance(_ now: Int64) throws(DeviceError) -> Deadline {
    if state == .off { try clear() }
    let isDue = alternatesAt.isDue(at: now)
    if isDue {
      polarity ^= Mode.polarity
      alternatesAt = Deadline(now + Self.alternationMilliseconds)
    }
    if state == .lit, renewsAt.isDue(at: now), let wanted, wanted != memory {
      doubtful = memory.indices
      renewsAt = Deadline(now + Self.renewalMilliseconds)
    }
    let changed = wanted.map(changedLines) ?? []
    if let wanted {
      // What does not fit waits, but at least one line is sent.
      let lines = changed.prefix(max(1, bus.bytesPerFlush / (lineBytes + 2)))
      try send(lines, of: wanted)
      if lines.count < changed.count { return Deadline(now) }
      self.wanted = nil
      answered()
    }
    if isDue && changed.isEmpty { try bus.command([polarity, 0]) }
    if state == .filling {
      try bus.drive(.display, true)
      state = .lit
      renewsAt = Deadline(now + Self.renewalMilliseconds)
    }
    return alternatesAt
  }

  private func end() throws(DeviceError) -> Deadline {
    try clear()
    state = .off
    isEnding = false
    answered()
    return .never
  }

  private func clear() throws(DeviceError) {
    try bus.drive(.display, false)
    try bus.command([Mode.clear | polarity, 0])
    memory = [UInt8](repeating: 0xff, count: memory.count)
    doubtful = 0..<0
    state = .filling
  }

  /// The start of each line that differs, or may differ.
  private func changedLines(_ wanted: [UInt8]) -> [Int] {
    stride(from: 0, to: wanted.count, by: lineBytes).filter { start in
      doubtful.contains(start)
        || wanted[start..<start + lineBytes] != memory[start..<start + lineBytes]
    }
  }

  /// Sends the address, the bits and one more byte for each line, and a byte at the end.
  private func send(_ lines: ArraySlice<Int>, of wanted: [UInt8]) throws(DeviceError) {
    for piece in BusFraming.pieces(lines.count, of: (BusFraming.spiBytesMax - 2) / (lineBytes + 2))
    {
      var bytes = [Mode.update | polarity]
      for start in lines.dropFirst(piece.lowerBound).prefix(piece.count) {
        let line = start..<start + lineBytes
        // Addresses count from 1, and their lowest bit goes first.
        bytes.append(Self.reversed(UInt8(start / lineBytes + 1)))
        bytes += wanted[line]
        bytes.append(0)
        memory.replaceSubrange(line, with: wanted[line])
        // All lines before it were sent.
        if doubtful.contains(start) { doubtful = line.upperBound..<doubtful.upperBound }
      }
      try bus.command(bytes + [0])
    }
  }

  private func answered() {
    hasStarted = true
    retries.answered(name, report)
  }

  private static func reversed(_ byte: UInt8) -> UInt8 {
    (0..<8).reduce(0) { $0 << 1 | byte >> UInt8($1) & 1 }
  }
}

extension PanelKind {
  /// LS013B7DH03, LS027B7DH01, LS013B4DN04, LS013B7DH05. The smallest take 1.1 MHz, the largest 2.
  public static let sharpMemory = PanelKind(
    "sharp-memory",
    sizes: .listed([Size(128, 128), Size(400, 240), Size(96, 96), Size(144, 168)]), depth: .mono,
    medium: .reflective, wires: [.spi(usualSpeedHz: 1_000_000, mode: .selectIsHigh)],
    lines: [.display],
    opening: .bus { wiring, bus, _, report in SharpMemory(wiring, on: bus, report: report) })
}
