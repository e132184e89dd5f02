@testable import Wire

private let handshake = Handshake(random: Array("the sample nonce".utf8))

/// Whatever answers an upgrade, the verdict is the same for the same head however it is cut, and
/// only the right key is accepted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let answer = Array(UnsafeBufferPointer(start: bytes, count: count))
  let verdict = handshake.judge(answer, now: 0)
  if case .accepted(let end) = verdict {
    precondition(end <= answer.count)
    let head = String(decoding: answer[..<end], as: UTF8.self)
    precondition(head.contains(handshake.accept))
    precondition(handshake.judge(Array(answer[..<end]), now: 0) == verdict)
    precondition(handshake.judge(Array(answer[..<(end - 1)]), now: 0) == .incomplete)
  }
  return 0
}
