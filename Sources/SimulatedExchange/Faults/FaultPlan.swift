/// The server's faults and the random numbers that decide about them, as they concern one source, or no
/// source in particular.
struct FaultPlan {
  /// The state that all sources share: a fault with `*1` happens to only one of them.
  private final class Book {
    var faults: [Fault]
    var elapsed: Int64 = 0
    var stepsBack = false
    var random: RandomGenerator

    init(faults: [Fault], seed: UInt64) {
      self.faults = faults
      random = RandomGenerator(seed: seed &+ 99)
    }
  }

  private let book: Book
  private let source: String?

  init(faults: [Fault], seed: UInt64) {
    book = Book(faults: faults, seed: seed)
    source = nil
  }

  private init(_ book: Book, source: String) {
    self.book = book
    self.source = source
  }

  /// The same faults and random numbers, as they concern one source.
  func aimed(at source: String) -> FaultPlan {
    FaultPlan(book, source: source)
  }

  var faults: [Fault] {
    get { book.faults }
    nonmutating set { book.faults = newValue }
  }

  /// Milliseconds since the server's first turn.
  var elapsed: Int64 {
    get { book.elapsed }
    nonmutating set { book.elapsed = newValue }
  }

  /// True at every other call.
  func isEveryOther() -> Bool {
    book.stepsBack.toggle()
    return book.stepsBack
  }

  /// The newest fault of this kind that is switched on now, chance and counts aside.
  func current(_ kind: FaultKind) -> Fault? {
    faults.last { $0.kind == kind && isOn($0) }
  }

  /// By how many milliseconds the exchange's clock is ahead of the real one.
  var clockOffset: Int64 { current(.clock)?.number(0) ?? 0 }

  /// Whether such a fault with exactly this value is switched on now.
  func isOn(_ kind: FaultKind, value: String) -> Bool {
    faults.contains { $0.kind == kind && $0.value == value && isOn($0) }
  }

  /// The values of all such faults that are switched on now.
  func values(_ kind: FaultKind) -> [String] {
    faults.filter { $0.kind == kind && isOn($0) }.compactMap(\.value)
  }

  /// The fault that happens on this occasion, if one does; it is counted.
  func strike(_ kind: FaultKind, path: String = "") -> Fault? {
    for index in faults.indices where faults[index].kind == kind {
      let fault = faults[index]
      guard isOn(fault), fault.applies(to: path) else { continue }
      guard fault.chance == 100 || Int(book.random.next() % 100) < fault.chance else { continue }
      if let times = fault.times { book.faults[index].times = times - 1 }
      return fault
    }
    return nil
  }

  private func isOn(_ fault: Fault) -> Bool {
    elapsed >= fault.from * 1_000 && elapsed < (fault.until ?? .max / 1_000) * 1_000
      && fault.times != 0 && (fault.source == nil || fault.source == source)
  }
}
