import Configuration
import Devices
import MarketData
import Pixels
import State
import TestSupport
import Testing
import Timing

@testable import Glance
@testable import Tealight
@testable import Web

@Suite("What browsers see and press")
struct WebDeskTests {
  private static let code = Documentation.Code(
    side: 25, isDark: (0..<625).map { $0 % 25 < 7 || $0 % 3 == 0 })

  private func desk() -> Desk {
    let markets = ["KRW-BTC", "KRW-ETH"].map { code in
      Market(
        exchange: "upbit", code: code, base: String(code.dropFirst(4)), quote: "KRW")
    }
    var settings = Settings(allPages: PageCatalog.turnable)
    settings.homeAfterSeconds = nil
    var desk = Desk(
      markets: markets.map {
        MarketState(market: $0, exchangeTitle: "Upbit", baseline: "09:00 KST")
      }, settings: settings)
    desk.apply(.time(Moment(monotonic: 0, wall: 1_795_147_953_000), utcOffsetSeconds: 0))
    return desk
  }

  private func screens(_ all: [Screen], showing desk: Desk) -> Screens {
    var screens = Screens(
      all, lighting: Lighting(Config.Lighting(), at: desk.now),
      litHours: LitHours(folder: nil, names: [], now: 0) { _ in })
    screens.draw(desk, at: 0, heardAt: nil)
    return screens
  }

  private func screen(_ display: any Display, isPanel: Bool) -> Screen {
    let wiring = PanelWiring(.st7789, on: .record(path: "/dev/null"))
    return Screen(
      display, of: isPanel ? wiring : nil, typesetter: BuiltInTypesetter(), art: nil)
  }

  /// What a visitor gets from an order, and what the loop is asked for.
  private func order(
    _ orders: [WebOrder], _ desk: Desk
  ) -> (results: [WebOrderResult], requests: [Loop.Request]) {
    let answers = WebAnswers(canPress: true)
    let screens = screens([], showing: desk)
    var results: [WebOrderResult] = []
    let metrics = { "" }
    let requests = answers.answering(for: desk, screens, at: desk.now, metrics: metrics) {
      results = orders.map { answers.perform($0) }
    }
    return (results, requests)
  }

  @Test("a secret is on the board's own panels, and every copy has a blank box of its size there")
  func secrets() throws {
    var desk = desk()
    desk.apply(.command(.show(.link)))
    func shown(_ secret: Documentation?) -> (panel: Frame, copy: Frame, browser: Frame) {
      desk.apply(.pairing(secret.map { PairingOffer(documentation: $0, until: 120_000) }))
      let surface = PanelKind.st7789.surface()
      let (panel, browser) = (MemoryDisplay(surface), MemoryDisplay(surface))
      let all = [screen(panel, isPanel: true), screen(browser, isPanel: false)]
      var screens = screens(all, showing: desk)
      screens.draw(desk, at: 0, heardAt: nil)
      _ = screens.flush(at: 0)
      return (panel.frames[0], all[0].publicFrame!, browser.frames[0])
    }
    let secret = shown(Documentation(text: "483920", codes: [Self.code]))
    let blank = Documentation.Code(side: 25, isDark: Array(repeating: false, count: 625))
    let none = shown(Documentation(text: NumberFormatter.unknown, codes: [blank]))
    #expect(secret.panel != secret.copy)
    #expect(secret.copy == none.panel && secret.browser == none.panel)
    let usual = shown(nil)
    #expect(usual.panel == usual.copy && usual.panel == usual.browser)
  }

  @Test("a display that is dark is black elsewhere, too")
  func dark() throws {
    let desk = desk()
    let panel = MemoryDisplay(PanelKind.st7789.surface(), lightSource: .lamp)
    var screens = screens([screen(panel, isPanel: true)], showing: desk)
    let answers = WebAnswers(canPress: true)
    func colours() -> Set<Colour> {
      var colours: Set<Colour> = []
      let metrics = { "" }
      _ = answers.answering(for: desk, screens, at: desk.now, metrics: metrics) {
        colours = Set(answers.picture(of: 0)?.colours ?? [])
      }
      return colours
    }
    #expect(colours().count > 1)
    screens.obey(.screen(isOn: false), at: desk.now)
    _ = screens.advance(to: desk.now, utcOffsetSeconds: 0)
    #expect(colours() == [Colour(0)])
  }

  @Test("a secret is gone after its time")
  func secretEnds() {
    var desk = desk()
    desk.apply(.command(.show(.link)))
    desk.apply(
      .pairing(PairingOffer(documentation: Documentation(text: "483920"), until: 120_000)))
    #expect(desk.scene.hasSecret && desk.deadline <= Deadline(120_000))
    #expect(!desk.scene.spoken.contains("483920") && !desk.scene.withoutSecret.hasNumber("483920"))
    desk.apply(.time(Moment(monotonic: 120_000, wall: 1_795_148_073_000), utcOffsetSeconds: 0))
    #expect(!desk.scene.hasSecret)
  }

  /// What browsers see, at ports that are free.
  private func web(
    _ listen: [String] = ["127.0.0.1:0"], _ change: (inout Config.Web) -> Void = { _ in }
  ) throws -> WebDesk {
    var web = Config.Web()
    web.listen = listen.map { ListenAddress($0)! }
    change(&web)
    return try WebDesk(web, certificate: nil, browsers: browsers, hostName: "desk")
  }

  private let browsers = LinesFile.browsers(in: nil) { _, _ in }

  @Test("a site whose port is taken is opened when it is free, and its failure is said once")
  func taken() throws {
    let other = try web()
    var settings = Config.Web()
    settings.listen = other.addresses
    var log: [String] = []
    let make = { [settings] () throws(WebError) in
      try WebDesk(settings, certificate: nil, browsers: browsers, hostName: "desk")
    }
    var opener = WebOpener(log: { log.append("\($0): \($1)") }, make: make)
    for now: Int64 in [0, 29_999, 30_000] { #expect(!opener.open(at: now) && opener.web == nil) }
    #expect(
      log == [
        "error: cannot listen on \(other.addresses[0]): Address already in use: sudo ss -ltnp names "
          + "the program; stop it, or set another port in [web]; it is tried again every 30 s"
      ])
    #expect(opener.deadline == Deadline(60_000))
    other.end()
    #expect(!opener.open(at: 59_999) && opener.open(at: 60_000) && !opener.open(at: 90_000))
    #expect(opener.web?.addresses == other.addresses)
    opener.web?.end()
  }

  @Test("a secret that has let a browser in is not shown any longer")
  func usedSecret() throws {
    let web = try web { $0.names = ["desk.example"] }
    var desk = desk()
    desk.apply(.command(.show(.link)))
    let offer = try #require(web.beginPairing(for: desk, at: 0))
    desk.apply(.pairing(offer))
    let screens = screens([], showing: desk)
    #expect(web.turn(desk, screens, at: desk.now) { "" } == [])
    let body = Array("key=\(offer.documentation.text)".utf8)
    web.site.opened(1, IPAddress("127.0.0.1")!, at: 0)
    let refusal = web.site.began(1, at: 0) { (peer) throws(WebRefusal) in
      try WebRequest(
        method: "POST", target: "/pair",
        fields: [
          WebField("Host", "desk.example"), WebField("Origin", "http://desk.example"),
          WebField("Content-Length", "\(body.count)"),
        ], headBytes: 100, peer: peer, isSecure: false)
    }
    #expect(refusal == nil && web.site.asked(1, body, at: 0).status == 303)
    #expect(web.turn(desk, screens, at: desk.now) { "" } == [.endPairing])
    desk.apply(.pairing(nil))
    #expect(web.turn(desk, screens, at: desk.now) { "" } == [])
    web.end()
  }

  @Test("a code leads to the first of the board's addresses that is listened at")
  func address() throws {
    func leads(_ listen: String..., at board: [String]) throws -> String? {
      let web = try web(listen)
      defer { web.end() }
      return web.reached(at: BoardNetwork(addresses: board))?.address.description
    }
    let board = ["192.0.2.7", "198.51.100.7", "2001:db8::7"]
    #expect(try leads("0.0.0.0:0", at: board) == "192.0.2.7")
    #expect(try leads("127.0.0.1:0", "198.51.100.7:0", at: board) == "198.51.100.7")
    #expect(try leads("127.0.0.1:0", at: board) == nil)
    #expect(try leads("0.0.0.0:0", at: []) == nil)
    let (all, own) = (ListenAddress("[::]:80")!, IPAddress("2001:db8::7")!)
    #expect(all.hears(own) && !all.hears(IPAddress("192.0.2.7")!))
  }

  @Test("with TLS a code leads to the site's name, which the certificate is for")
  func codesName() {
    func origin(_ name: String?, isSecure: Bool) -> String {
      WebDesk.origin(of: ListenAddress("192.0.2.7:8470")!, name, isSecure: isSecure)
    }
    #expect(origin("desk.example", isSecure: true) == "https://desk.example:8470")
    #expect(origin(nil, isSecure: true) == "https://192.0.2.7:8470")
    #expect(origin("desk.example", isSecure: false) == "http://192.0.2.7:8470")
  }

  @Test("a secret is offered where one is needed, and as digits alone where no code leads anywhere")
  func offers() throws {
    let desk = desk()
    func offer(_ change: (inout Config.Web) -> Void) throws -> PairingOffer? {
      let web = try web(["127.0.0.1:0"], change)
      defer { web.end() }
      return web.beginPairing(for: desk, at: 0)
    }
    #expect(try offer { _ in } == nil)
    #expect(try offer { ($0.names, $0.allowsPairing) = (["desk.example"], false) } == nil)
    let behindProxy = try #require(try offer { $0.proxies = [IPAddress("127.0.0.1")!] })
    #expect(behindProxy.documentation.text.count == 6 && behindProxy.documentation.codes.isEmpty)
  }

  @Test("what visitors want done is done, and what is no order is refused with what is allowed")
  func orders() {
    let wanted = order(
      [.command("next-page"), .command("{\"theme\": \"night\"}"), .notice("Tea")], desk())
    #expect(wanted.results == [.done, .done, .done])
    #expect(
      wanted.requests == [
        .command(.nextPage), .command(.choose(.theme(.night))), .notice(Notice("Tea")),
      ])
    let wrong = order([.command("theme=nigt"), .command("market=upbit:KRW-XRP")], desk())
    #expect(wrong.requests.isEmpty && wrong.results.count == 2)
    for result in wrong.results {
      guard case .refused(let sentence) = result else {
        Issue.record("\(result)")
        continue
      }
      #expect(sentence.contains("unknown") && !sentence.contains("\n"))
    }
  }

  @Test("one notice more than the queue holds is refused")
  func fullQueue() {
    var desk = desk()
    for number in 0..<NoticeQueue.capacity { desk.apply(.notice(Notice("\(number)"))) }
    let ninth = order([.notice("one more")], desk)
    #expect(ninth.results == [.refused(sentence: NoticeQueue.refusal)] && ninth.requests.isEmpty)

    let nine = Array(repeating: WebOrder.notice("at once"), count: NoticeQueue.capacity + 1)
    let atOnce = order(nine, self.desk())
    #expect(atOnce.results.dropLast().allSatisfy { $0 == .done })
    #expect(atOnce.results.last == .refused(sentence: NoticeQueue.refusal))
    #expect(atOnce.requests.count == NoticeQueue.capacity)
  }

  @Test("the page is told what can be chosen, and what is chosen now")
  func choices() {
    var desk = desk()
    desk.apply(.command(.choose(.market("upbit:KRW-ETH"))))
    let screens = screens([], showing: desk)
    let json = PageControls(desk, screens, canPress: true, canLeave: false).text.json
    for part in [
      #""name":"market","label":"#, #""now":"upbit:KRW-ETH""#,
      #""of":[["upbit:KRW-BTC","upbit:KRW-BTC"],["upbit:KRW-ETH","upbit:KRW-ETH"]]"#,
      #""name":"theme""#, #""now":"dark""#, #""can":true"#, #""lang":"en""#, #""brightness":100"#,
      #""leaves":false"#,
    ] {
      #expect(json.contains(part), "\(part) in \(json)")
    }
    #expect(!json.contains("\n"))

    // Buttons without a sentence are called by their names in the configuration, or by a word.
    #expect(json.contains(#"["next-market","next market"]"#))
    #expect(json.contains(#"["next-layout","next-layout"]"#))
    desk.apply(.command(.choose(.language(.korean))))
    let korean = PageControls(desk, screens, canPress: true, canLeave: false).text.json
    #expect(korean.contains(#"["next-market","다음 종목"]"#) && korean.contains(#"["sort","정렬"]"#))
    for (name, _) in Command.named(pages: []) {
      let label = korean.split(separator: "[\"\(name)\",\"").last!.prefix { $0 != "\"" }
      #expect(!label.isEmpty && label.allSatisfy { !$0.isASCII || " /".contains($0) }, "\(name)")
    }

    // What is none of the choices is one while it is so.
    desk.apply(.notice(Notice("tea")))
    let covered = PageControls(desk, screens, canPress: true, canLeave: false).text.json
    #expect(covered.contains(#""now":"notice""#) && covered.contains(#"["notice",""#))
  }
}

extension Scene {
  /// Whether its picture's text has a number, for scenes of the link page.
  fileprivate func hasNumber(_ number: String) -> Bool {
    (content as? LinkScene)?.pairing?.text == number
  }
}
