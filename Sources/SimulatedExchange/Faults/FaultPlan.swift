/// The faults that are switched on, and the dice that decide.
struct FaultPlan {
  var faults: [Fault]
  /// Milliseconds since the server's first turn.
  var elapsed: Int64 = 0
  var stepsBack = false
  private var dice: Dice

  init(faults: [Fault], seed: UInt64) {
    self.faults = faults
    dice = Dice(seed: seed &+ 99)
  }

  /// Whether a fault of this kind is switched on now, dice and counts aside.
  func current(_ kind: FaultKind) -> Fault? {
    faults.first { $0.kind == kind && isOn($0) }
  }

  /// Whether such a fault with exactly this value is switched on now.
  func isOn(_ kind: FaultKind, value: String) -> Bool {
    faults.contains { $0.kind == kind && $0.value == value && isOn($0) }
  }

  /// The fault that happens on this occasion, if one does; it is counted.
  mutating func strike(_ kind: FaultKind, path: String = "") -> Fault? {
    for index in faults.indices where faults[index].kind == kind {
      let fault = faults[index]
      guard isOn(fault), fault.bites(path: path) else { continue }
      guard fault.chance == 100 || Int(dice.next() % 100) < fault.chance else { continue }
      if let times = fault.times { faults[index].times = times - 1 }
      return fault
    }
    return nil
  }

  private func isOn(_ fault: Fault) -> Bool {
    elapsed >= fault.from * 1_000 && elapsed < (fault.until ?? .max / 1_000) * 1_000
      && fault.times != 0
  }
}
