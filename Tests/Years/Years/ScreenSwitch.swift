import Oracle

/// Somebody who switches the screen off for a while, and what is known of it. While the screen is off, a
/// touch lights it for half a minute.
final class ScreenSwitch {
  private unowned let world: World
  private var random: Lots
  private let isUsed: Bool
  /// The newest order that has come; nil where it may not have been read.
  private var order: Order? = .on
  private var orderedAt: Int64 = .min / 2
  private var touchedAt: Int64 = .min / 2
  /// The life to which these belong: each one begins lit.
  private var life = 0
  /// When the screen was last not known to be lit.
  private var unlitAt: Int64 = .min / 2

  private enum Order: Equatable {
    case on, off
    /// Off by its brightness, which a reload and the hours of night end.
    case zero
  }

  enum State {
    case lit, dark, unsure
  }

  private static let waysOff = [
    ("light", "{\"state\":\"OFF\"}"), ("screen", "off"), ("brightness", "0"),
  ]
  private static let waysOn = [("light", "{\"state\":\"ON\"}"), ("screen", "on")]

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = Lots(seed: seed &+ 905)
    isUsed = random.below(3) == 0
  }

  func begin() {
    world.after(1_000) { [unowned self] in look() }
    if isUsed { world.after(150_000) { [unowned self] in turnOffAgain() } }
  }

  /// Somebody may switch the screen off soon after a life begins.
  func lifeBegins() {
    let life = world.lives
    guard isUsed, random.below(2) == 0 else { return }
    world.after(Int64(8_000 + random.below(60_000))) { [unowned self] in
      if life == world.lives { turnOff() }
      return false
    }
  }

  var state: State {
    guard life == world.lives else { return .lit }
    guard let order, world.time - max(orderedAt, world.sleptAt) > 3_000 else { return .unsure }
    if order == .on { return .lit }
    let isEnded =
      order == .zero
      && (world.board.wroteAt > orderedAt || world.board.mayBeOtherHours(since: orderedAt))
    if isEnded { return .unsure }
    return switch world.time - touchedAt {
    case ..<1_500: .unsure
    case ..<27_000: .lit
    case ..<33_000: .unsure
    default: .dark
    }
  }

  func isLit(for milliseconds: Int64) -> Bool {
    state == .lit && world.time - unlitAt > milliseconds
  }

  func isOrdered(since time: Int64) -> Bool { life == world.lives && orderedAt >= time }

  // MARK: Hands

  private func turnOffAgain() -> Bool {
    world.after(Int64(60_000 + random.below(1_500_000))) { [unowned self] in turnOffAgain() }
    turnOff()
    return false
  }

  private func turnOff() {
    // Not in a calm.
    guard world.faults.active > 0, state == .lit else { return }
    send(Self.waysOff)
    world.after(Int64(20_000 + random.below(400_000))) { [unowned self] in
      turnOn()
      return false
    }
  }

  /// Switches the screen on, again and again until that has come.
  func turnOn() {
    guard life == world.lives, order != .on else { return }
    send(Self.waysOn)
    world.after(15_000) { [unowned self] in
      turnOn()
      return false
    }
  }

  private func send(_ ways: [(name: String, value: String)]) {
    let (name, value) = ways[random.below(ways.count)]
    world.broker.publish("\(Broker.root)/set/\(name)", value.utf8)
  }

  // MARK: What reaches the board

  /// Somebody was there.
  func touch() {
    let (life, time) = (world.lives, world.time)
    touchedAt = time
    // A board that fell asleep just then acts when it wakes.
    world.after(1_000) { [unowned self] in
      if life == world.lives, orderedAt <= time { touchedAt = world.time }
      return false
    }
  }

  /// A command has come by the broker.
  /// - Returns: whether it is one of those that switch the screen.
  func delivered(_ name: String, _ value: String) -> Bool {
    let isOff = Self.waysOff.contains { $0 == (name, value) }
    guard isOff || Self.waysOn.contains(where: { $0 == (name, value) }) else { return false }
    // A screen that is switched off stays so, whatever its brightness.
    let before = life == world.lives ? order : .on
    let mayBeOff = before != .on && before != .zero
    let new: Order? = !isOff ? .on : name != "brightness" ? .off : mayBeOff ? before : .zero
    // A button that was pressed before it may touch the screen after it. Where that press was to light
    // the screen, it does what it does in the light.
    let mayBePressed = world.board.mayBePressed
    if mayBePressed { world.oracle.wishes(at: world.time) }
    let isSure = world.house.judge.isClear(for: 12_000, at: world.time) && !mayBePressed
    obey(isSure ? new : nil)
    if isOff { touchedAt = .min / 2 }
    return true
  }

  /// Somebody has said how bright the screen is to be.
  func brighten() {
    touch()
    if life == world.lives, order == .zero { obey(.on) }
  }

  /// Somebody says how bright the screen is to be, and does not know yet whether that has come.
  func mayBrighten() { if life == world.lives, order != .on { obey(nil) } }

  private func obey(_ new: Order?) { (order, orderedAt, life) = (new, world.time, world.lives) }

  // MARK: What is seen

  private func look() -> Bool {
    world.after(1_000) { [unowned self] in look() }
    let state = state
    if state != .lit { unlitAt = world.time }
    guard !world.isEnding, state != .unsure,
      world.time - max(world.lifeBeganAt, world.sleptAt) > 5_000
    else {
      return false
    }
    let isDark = world.panels.model.isDark
    let judge = world.house.judge!
    let isTold = judge.isClear(for: 12_000, at: world.time)
    switch state {
    case .dark:
      world.oracle.check(.screenIsDark, isDark, at: world.time) { "it was switched off" }
      world.oracle.check(.lightIsTold, !isTold || judge.isLit == false, at: world.time) {
        "the screen is off"
      }
    case .lit:
      world.oracle.check(.screenIsLit, !isDark, at: world.time) { "it is dark" }
      world.oracle.check(.lightIsTold, !isTold || judge.isLit != false, at: world.time) {
        "the screen is on"
      }
    case .unsure: break
    }
    return false
  }
}
