/// How often each fault has struck in each state, and beside each other fault.
struct Coverage {
  /// How often each fault is to strike in each state, and beside each other one.
  let least: Int
  private var states: [String: [String: Int]] = [:]
  private var pairs: [String: Int] = [:]

  init(least: Int) { self.least = least }

  /// Notes the faults that can strike in one of the seeds.
  mutating func know(_ faults: [String]) {
    for fault in faults { states[fault] = states[fault] ?? [:] }
  }

  mutating func count(_ fault: String, in state: String, beside others: [String]) {
    states[fault, default: [:]][state, default: 0] += 1
    for other in Set(others) where other != fault {
      pairs[[fault, other].sorted().joined(separator: " + "), default: 0] += 1
    }
  }

  /// Prints a table, and what was reached too seldom.
  /// - Returns: whether all faults have struck often enough.
  func show() -> Bool {
    let columns = Faults.State.allCases.map(\.rawValue)
    print("| fault | " + columns.joined(separator: " | ") + " |")
    print("|---|" + columns.map { _ in "---" }.joined(separator: "|") + "|")
    for (fault, counts) in states.sorted(by: { $0.key < $1.key }) {
      print("| \(fault) | " + columns.map { "\(counts[$0] ?? 0)" }.joined(separator: " | ") + " |")
    }
    let (cells, all) = (states.count * columns.count, states.count * (states.count - 1) / 2)
    let known = states.values.flatMap(\.values).filter { $0 >= least }.count
    let reached = pairs.values.filter { $0 >= least }.count
    print("\(known) of \(cells) faults in states were reached \(least) times or more")
    print(
      "\(reached) of \(all) pairs of faults were reached \(least) times or more, \(pairs.count) at all"
    )
    return least == 0 || known == cells && reached == all
  }
}
