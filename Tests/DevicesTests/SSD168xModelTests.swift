import Pixels
import Testing

@testable import Devices
@testable import PanelModels

/// What the e-paper model refuses, and how it moves its counters and its particles.
@Suite struct SSD168xModelTests {
  private let reset: [BusTransaction] = [.line(.reset, false), .line(.reset, true)]

  private func say(
    _ model: inout SSD168xModel, _ commands: [[UInt8]]
  ) throws {
    for command in commands {
      try model.receive(.spi(isData: false, [command[0]]))
      if command.count > 1 { try model.receive(.spi(isData: true, Array(command.dropFirst()))) }
    }
  }

  private func ready(_ size: Size = Size(200, 200)) throws -> SSD168xModel {
    var model = SSD168xModel(size)
    for transaction in reset { try model.receive(transaction) }
    model.pass(milliseconds: 10)
    return model
  }

  @Test(
    "what the datasheet does not allow is refused",
    arguments: [
      [[0x44, 5, 4]], [[0x44, 0, 25]], [[0x45, 0, 0, 200, 0]], [[0x4e, 25]], [[0x4f, 200, 0]],
      [[0x01, 199, 0]] + [[0x20]], [[0x10, 3]], [[0x99]], [[0x3c, 1, 2]],
      [[0x22, 0xf7], [0x20]], [[0x18, 0x80], [0x22, 0xc7], [0x20]],
      [[0x18, 0x80], [0x22, 0xb1], [0x20], [0x24]],
      [[0x10, 1], [0x24]],
    ] as [[[UInt8]]])
  func refusals(commands: [[UInt8]]) throws {
    var model = try ready()
    #expect(throws: BusViolation.self) { try say(&model, commands) }
  }

  @Test("in reset, and while it is busy after it, nothing is taken")
  func inReset() throws {
    var model = SSD168xModel(Size(200, 200))
    try model.receive(reset[0])
    #expect(throws: BusViolation.self) { try model.receive(.spi(isData: false, [0x24])) }
    try model.receive(reset[1])
    #expect(model.isBusy)
    #expect(throws: BusViolation.self) { try model.receive(.spi(isData: false, [0x24])) }
    model.pass(milliseconds: 5)
    try model.receive(.spi(isData: false, [0x24]))
  }

  @Test("BUSY is high in deep sleep, and only a reset ends it")
  func deepSleep() throws {
    var model = try ready()
    try say(&model, [[0x10, 1]])
    model.pass(milliseconds: 60_000)
    #expect(model.isBusy && model.isInDeepSleep)
    for transaction in reset { try model.receive(transaction) }
    model.pass(milliseconds: 10)
    #expect(!model.isBusy)
  }

  private let black = [UInt8](repeating: 0x00, count: 5_000)
  private let white = [UInt8](repeating: 0xff, count: 5_000)
  private let setUp: [[UInt8]] = [
    [0x18, 0x80], [0x01, 199, 0, 0], [0x11, 3], [0x44, 0, 24], [0x45, 0, 0, 199, 0], [0x4e, 0],
    [0x4f, 0, 0],
  ]

  @Test("a full refresh shows all, a partial one moves only what the memories say")
  func refreshes() throws {
    var model = try ready()
    try say(&model, setUp + [[0x24] + white, [0x26] + black, [0x22, 0xf7], [0x20]])
    #expect(model.isBusy && !model.isDark)
    model.pass(milliseconds: 2_000)
    #expect(!model.isBusy && model.isDark && !model.isDriving)

    // Both memories say black: nothing is to be moved, and so the glass stays white.
    try say(&model, [[0x24] + black, [0x26] + black, [0x22, 0xff], [0x20]])
    model.pass(milliseconds: 450)
    #expect(model.isDark)
    try say(&model, [[0x26] + white, [0x22, 0xff], [0x20]])
    model.pass(milliseconds: 450)
    #expect(model.activeArea.allSatisfy { $0 == Colour(0xffffff) })
  }

  @Test("a refresh that is cut short leaves grey, and only a full one mends it")
  func cutShort() throws {
    var model = try ready()
    try say(&model, setUp + [[0x24] + black, [0x22, 0xf7], [0x20]])
    model.pass(milliseconds: 1_000)
    for transaction in reset { try model.receive(transaction) }
    model.pass(milliseconds: 10)
    #expect(model.activeArea.allSatisfy { $0 == Colour(0x808080) })
    try say(&model, setUp + [[0x24] + black, [0x26] + black, [0x22, 0xff], [0x20]])
    model.pass(milliseconds: 450)
    #expect(model.activeArea.allSatisfy { $0 == Colour(0x808080) })
  }

  @Test("counters run as the entry mode says, and wrap in their window")
  func counters() throws {
    // Rows first, both ways downwards: column 2, then 1, of rows 11 and 10.
    var model = try ready()
    try say(
      &model,
      setUp + [[0x24] + white, [0x11, 4], [0x44, 1, 2], [0x45, 10, 0, 11, 0], [0x4e, 2]]
        + [[0x4f, 11, 0], [0x24, 0x7f, 0xbf, 0xdf, 0xef], [0x22, 0xf7], [0x20]])
    model.pass(milliseconds: 2_000)
    let activeArea = model.activeArea
    let ink = activeArea.indices.filter { activeArea[$0] == Colour(0xffffff) }
    #expect(ink == [10 * 200 + 11, 10 * 200 + 17, 11 * 200 + 10, 11 * 200 + 16])
  }
}
