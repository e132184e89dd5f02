import Configuration
import Glance
import MarketData
import Pixels
import State
import Timing

/// Whatever somebody sends, it is a notice that every panel can show, or a complaint of one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let body = Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(NoticeError) {
    let notice = try NoticeReader.notice(of: body)
    precondition(count <= NoticeReader.byteCountMax)
    precondition((1...Notice.textLength).contains(notice.text.count))
    precondition(notice.title.count <= Notice.titleLength)
    precondition(Notice.secondsRange.contains(notice.seconds))
    precondition(!(notice.text + notice.title).unicodeScalars.contains { $0.value < 0x20 })
    let market = Market(exchange: "x", code: "x", base: "X", quote: "Y")
    var desk = Desk(markets: [MarketState(market: market, exchangeTitle: "X", baseline: "24 h")])
    desk.apply(.time(Moment(monotonic: 0, wall: 0), utcOffsetSeconds: 0))
    desk.apply(.notice(notice))
    precondition(desk.page == .notice && desk.scene.spoken.count <= 300)
    for size in [Size(1, 1), Size(32, 8), Size(72, 40)] {
      var frame = Frame(size)
      Pages(Surface(size, .mono), typesetter: BuiltInTypesetter()).draw(desk.scene, on: &frame)
    }
  } catch {
    precondition(!error.description.isEmpty && !error.description.contains("\n"))
  }
  return 0
}
