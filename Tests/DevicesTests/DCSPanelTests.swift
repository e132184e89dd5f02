import Pixels
import Testing

@testable import Devices
@testable import PanelModels

/// Colour LCDs whose modules are made otherwise than usual.
@Suite struct DCSPanelTests {
  /// A module that is made so, lying or standing.
  static func made(
    _ kind: PanelKind, _ width: Int, _ height: Int, offset: (Int, Int)? = nil,
    isInverted: Bool? = nil, isBlueFirst: Bool? = nil
  ) -> PanelWiring {
    var wiring = PanelWiring(
      kind, on: .spi(controller: 0, select: 0), size: Size(width, height))
    wiring.offset = offset.map { PanelWiring.Offset($0.0, $0.1) }
    wiring.isInverted = isInverted
    wiring.isBlueFirst = isBlueFirst
    return wiring
  }

  static let modules = [
    // "Green tab", and a "mini" with no rows out of sight.
    made(.st7735, 160, 128, offset: (2, 1)),
    made(.st7735, 128, 160, offset: (2, 1), isBlueFirst: true),
    made(.st7735, 160, 80, offset: (24, 0), isInverted: false, isBlueFirst: false),
    made(.st7735, 80, 160, offset: (24, 0)),
    made(.st7735, 128, 128, offset: (2, 1), isBlueFirst: false),
    made(.st7735, 128, 128, offset: (0, 32)),
    made(.st7789, 135, 240, offset: (53, 40)),
    made(.st7789, 240, 240, offset: (0, 80), isInverted: false, isBlueFirst: true),
    made(.ili9341, 240, 320, isInverted: true, isBlueFirst: false),
  ]
  static let unusualModules = modules.filter {
    $0 != made($0.kind, $0.size.width, $0.size.height)
  }

  @Test("a wait begins when what came before it was sent, however long that took")
  func waits() {
    let rig = Rig(PanelTests.lcd)
    rig.display.show(rig.blank())
    var resetEnd: Int64?
    var now: Int64 = 0
    for _ in 0..<20 {
      let before = rig.bus.transactions.count
      let next = rig.display.flush(now: now)
      let sent = rig.bus.transactions[before...]
      if let resetEnd, !sent.isEmpty {
        // A clock of milliseconds hides up to one.
        #expect(now - resetEnd > 5)
        return
      }
      let turnEnd = now + (sent.isEmpty ? 0 : 40)
      if sent.contains(.line(.reset, true)) { resetEnd = turnEnd }
      now = next.isNever ? turnEnd : max(next.monotonic, turnEnd)
    }
    Issue.record("nothing was sent after the reset")
  }

  @Test(
    "a module is told by its offset, inversion and order", arguments: modules, Rotation.allCases)
  func told(panel: PanelWiring, rotation: Rotation) {
    let rig = Rig(panel, rotation)
    let frame = rig.noise(1)
    rig.show(frame)
    #expect(rig.shows(frame))
  }

  @Test(
    "what the configuration does not say of a module is seen on its glass",
    arguments: unusualModules)
  func wrongModule(panel: PanelWiring) throws {
    let usual = Self.made(panel.kind, panel.size.width, panel.size.height)
    let rig = Rig(usual)
    rig.show(rig.noise(2))
    var model = try #require(panel.kind.model?(panel))
    do {
      for transaction in rig.bus.transactions { try model.receive(transaction) }
    } catch {
      // A window that this module's memory does not have.
      return
    }
    #expect(model.activeArea != rig.bus.model.activeArea)
  }

  @Test("the set-up of each chip is what its model takes, with and without a reset line")
  func setUp() throws {
    for kind in [PanelKind.st7735, .st7789, .ili9341, .gc9a01] {
      let panel = PanelWiring(kind, on: .spi(controller: 0, select: 0))
      let rig = Rig(panel, lines: [])
      let frame = rig.noise(3)
      rig.show(frame)
      #expect(rig.shows(frame), "\(kind)")
    }
  }

  @Test("a GC9A01 takes its own commands only after its key")
  func key() throws {
    let panel = PanelWiring(.gc9a01, on: .spi(controller: 0, select: 0))
    var model = try #require(panel.kind.model?(panel))
    let gamma = BusTransaction.spi(isData: false, [0xf0])
    #expect(throws: BusViolation.self) { try model.receive(gamma) }
    for key: UInt8 in [0xfe, 0xef] { try model.receive(.spi(isData: false, [key])) }
    try model.receive(gamma)
    #expect(throws: BusViolation.self, "cut short") { try model.receive(gamma) }
  }

  @Test("a round glass is a circle to its pages, and no other is")
  func outlines() {
    for kind in [PanelKind.st7735, .st7789, .ili9341] {
      #expect(kind.surface().outline == .rectangle)
    }
    #expect(PanelKind.gc9a01.surface().outline == .circle)
  }
}
