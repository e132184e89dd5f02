import Oracle

/// The sums over all seeds of a call.
struct Totals {
  private var days: [Load: Double] = [:]
  private var seconds: [Load: Double] = [:]
  private var faults = 0
  private var calms = 0
  private var lives = 0
  private var checks: [Oracle.Rule: Int] = [:]

  mutating func add(_ world: World, days: Double, seconds: Double) {
    self.days[world.load, default: 0] += days
    self.seconds[world.load, default: 0] += seconds
    faults += world.faults.begun
    calms += world.faults.calms
    lives += world.lives
    checks.merge(world.oracle.checks) { $0 + $1 }
  }

  func show() {
    for load in Load.allCases {
      guard let days = days[load], let seconds = seconds[load] else { continue }
      print("\(load.rawValue): \(days) days, \(Int(days * 86_400 / seconds)) times life")
    }
    print("\(days.values.reduce(0, +)) days, \(faults) faults, \(calms) calms, \(lives) lives")
    for rule in Oracle.Rule.allCases { print("\(checks[rule] ?? 0) times: \(rule.rawValue)") }
  }
}
