import State

@testable import Tealight

private let markets = ["upbit:KRW-BTC", "BTC/KRW"]
private let names =
  ["command", "light", "notice", "presence", "nothing"]
  + Command.ValueName.allCases.map(\.rawValue)

/// Whatever a broker's client publishes, the first byte says where, it is something to do or a
/// complaint on one line; and whatever a file holds, the lines that are made of it are read as the
/// same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard count > 0 else { return 0 }
  let payload = Array(UnsafeBufferPointer(start: bytes + 1, count: count - 1))
  let name = names[Int(bytes[0]) % names.count]
  do throws(BrokerOrderError) {
    let orders = try BrokerOrders.read(name, payload, markets: markets)
    precondition(!orders.isEmpty && orders.count <= 2)
    for order in orders {
      if case .request(.command(.light(.brightness(let percent)))) = order {
        precondition(0...100 ~= percent)
      }
    }
  } catch {
    precondition(!error.sentence.isEmpty && !error.sentence.contains("\n"))
  }
  let lines = String(decoding: payload, as: UTF8.self).split(separator: "\n").map(String.init)
  let memory = BrokerMemory(lines)
  precondition(BrokerMemory(memory.lines) == memory)
  return 0
}
