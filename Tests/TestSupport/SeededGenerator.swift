import Timing

/// Random numbers that follow from their seed alone, so that a failing case can be run again.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var generator: SplitMix

  public init(seed: some BinaryInteger) {
    generator = SplitMix(state: UInt64(truncatingIfNeeded: seed))
  }

  public mutating func next() -> UInt64 { generator.next() }
}
