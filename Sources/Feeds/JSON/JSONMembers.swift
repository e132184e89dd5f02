/// A JSON object without nested ones, as programs send it: its members in their order.
public enum JSONMembers {
  public enum Value: Equatable, Sendable {
    case text(String)
    /// Infinite where it is beyond all numbers.
    case number(Double)
    case boolean(Bool)
    case null
  }

  /// - Parameter countMax: how many members there may be.
  /// - Returns: nil where the bytes are no JSON (RFC 8259) or no object, or where the object holds
  ///   another one or a list, has too many members, or has one of them twice.
  public static func read(
    _ bytes: [UInt8], countMax: Int
  ) -> [(name: String, value: Value)]? {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(buffer)
      guard scanner.kind == .object else { return nil }
      var members: [(name: String, value: Value)] = []
      scanner.enter(.object)
      while let key = scanner.nextKey() {
        let name = key.string
        guard members.count < countMax, !members.contains(where: { $0.name == name }),
          let value = value(&scanner)
        else { return nil }
        members.append((name, value))
      }
      return scanner.isComplete ? members : nil
    }
  }

  private static func value(_ scanner: inout JSONScanner) -> Value? {
    switch scanner.kind {
    case .string: scanner.string().map { .text($0.string) }
    case .number: scanner.number().map { .number($0.double) }
    // Null is a literal that is neither true nor false.
    case .literal: scanner.boolean().map { .boolean($0) } ?? .null
    case .object, .array, .none: nil
    }
  }
}
