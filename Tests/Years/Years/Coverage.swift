/// How often each fault has struck in each state, and beside each other fault.
struct Coverage {
  private var states: [String: [String: Int]] = [:]
  private var pairs: [String: Int] = [:]

  mutating func count(_ fault: String, in state: String, beside others: [String]) {
    states[fault, default: [:]][state, default: 0] += 1
    for other in Set(others) where other != fault {
      pairs[[fault, other].sorted().joined(separator: " + "), default: 0] += 1
    }
  }

  /// Prints a table, and what was seldom reached.
  func show() {
    let columns = Faults.State.allCases.map(\.rawValue)
    print("| fault | " + columns.joined(separator: " | ") + " |")
    print("|---|" + columns.map { _ in "---" }.joined(separator: "|") + "|")
    for (fault, counts) in states.sorted(by: { $0.key < $1.key }) {
      print("| \(fault) | " + columns.map { "\(counts[$0] ?? 0)" }.joined(separator: " | ") + " |")
    }
    let kinds = states.count
    let reached = pairs.values.filter { $0 >= 100 }.count
    print(
      "pairs: \(pairs.count) of \(kinds * (kinds - 1) / 2) reached, \(reached) at least 100 times, "
        + "\(pairs.values.reduce(0, +)) in all")
  }
}
