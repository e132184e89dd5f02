import Configuration
import State

private let markets = ["upbit:KRW-BTC", "BTC/KRW"]
private let reader = CommandReader(markets: markets)

/// Whatever a program sends, it is a command whose name is read as the same command, or a complaint
/// on one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let body = Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(CommandError) {
    let command = try reader.command(of: body)
    if case .choose(.market(let name)) = command { precondition(markets.contains(name)) }
    if case .light(.brightness(let percent)) = command { precondition(0...100 ~= percent) }
    let again = try reader.command(command.name)
    precondition(again == command)
  } catch {
    precondition(!error.description.isEmpty && !error.description.contains("\n"))
  }
  return 0
}
