import CBoundary
import Oracle

/// What lies between visitors and the board's site: it stands where libmicrohttpd does, and tells the
/// program of connections in the order that this library promises.
final class Site {
  private unowned let world: World
  /// In the order of their numbers, in which they came.
  private var visits: [Visit] = []
  private var lastNumber: Int64 = 0
  private(set) var isServed = false
  /// Whether the address is taken by somebody else.
  var isTaken = false { didSet { if !isTaken { freeAt = world.time } } }
  private var freeAt: Int64 = 0

  static let connectionsMax = 16
  static let viewersMax = 8
  /// How many connections one address may have that have shown no right.
  private static let strangersMax = 4
  /// How many bytes a socket takes of a stream that nobody reads.
  static let window = 24 * 1_024
  private static let wayMilliseconds: Int64 = 4

  init(_ world: World) { self.world = world }

  var open: [Visit] { visits.filter { $0.board != nil && !$0.isShut } }

  /// Connects to the board from an address, which is given as its bytes.
  func connect(from address: [UInt8]) -> Visit {
    lastNumber += 1
    let visit = Visit(lastNumber, from: address)
    world.after(Self.wayMilliseconds) { [unowned self] in
      guard isServed, !world.isGhost else {
        judgeClosed()
        close(visit)
        return false
      }
      visits.append(visit)
      visit.arrivals.append(.connect)
      boundary_web_ring()
      return true
    }
    return visit
  }

  /// Judges how long nobody listens: where the site's address was taken, the board tries every 30 s.
  private func judgeClosed() {
    guard !world.isGhost, !world.isEnding, !isTaken else { return }
    let since = max(freeAt, world.lifeBeganAt, world.sleptAt)
    world.oracle.check(.webAnswers, world.time < since + 40_000, at: world.time) {
      "nobody listens \(world.time - since) ms after the site's address was free"
    }
  }

  func send(_ arrivals: [Visit.Arrival], by visit: Visit, in milliseconds: Int64 = 0) {
    world.after(Self.wayMilliseconds + milliseconds) { [unowned self] in
      guard !visit.isOver, isServed else { return false }
      visit.arrivals += arrivals
      boundary_web_ring()
      return true
    }
  }

  func ask(_ request: Visit.Request, by visit: Visit, in milliseconds: Int64 = 0) {
    send(
      [.request(request)] + (request.body.isEmpty ? [] : [.body(request.body)]), by: visit,
      in: milliseconds)
  }

  // MARK: What the program calls

  func listens() -> Int32 { isTaken ? -98 : 0 }

  func begins() { isServed = true }

  func ends() {
    isServed = false
    for visit in visits { finish(visit) }
    visits = []
  }

  func runs() {
    for visit in visits { turn(visit) }
    visits.removeAll { $0.isOver }
    let now = world.time
    world.oracle.check(.webLimits, open.count <= Self.connectionsMax, at: now) {
      "\(open.count) connections are open"
    }
    let viewers = open.count { $0.isStream }
    world.oracle.check(.webLimits, viewers <= Self.viewersMax, at: now) {
      "\(viewers) viewers look"
    }
  }

  func answers(_ number: Int64, _ answer: Visit.Answer) {
    visits.first { $0.number == number }?.answer = answer
  }

  func wakes(_ number: Int64) { visits.first { $0.number == number }?.isParked = false }

  func shuts(_ number: Int64) { visits.first { $0.number == number }?.isShut = true }

  // MARK: One connection's turn

  private func turn(_ visit: Visit) {
    if visit.isShut { return finish(visit) }
    while !visit.isOver, !visit.arrivals.isEmpty {
      // A request that comes while a stream is under way waits.
      if visit.isStream, case .request = visit.arrivals[0] { break }
      take(visit.arrivals.removeFirst(), of: visit)
    }
    if visit.isStream, !visit.isOver { pump(visit) }
  }

  private func take(_ arrival: Visit.Arrival, of visit: Visit) {
    switch arrival {
    case .connect:
      let own = open.count { $0.address == visit.address }
      let all = open.count
      guard boundary_web_accepts(visit.address, visit.address.count) != 0 else {
        let isFull = own >= Self.strangersMax || all >= Self.connectionsMax
        world.oracle.check(.webAnswers, isFull, at: world.time) {
          "a connection was refused beside \(own) of its address and \(all) in all"
        }
        visit.isOver = true
        return close(visit)
      }
      visit.board = boundary_web_open(visit.number, visit.address, visit.address.count)
    case .request(let request): begin(request, of: visit)
    case .body(let bytes): take(bytes, of: visit)
    case .garbage, .leave: finish(visit)
    }
  }

  private func begin(_ request: Visit.Request, of visit: Visit) {
    visit.request = request
    visit.body = []
    visit.answer = nil
    var bytes = request.method.utf8.count + request.target.utf8.count + 13 + request.padding
    for field in request.fields {
      boundary_web_field(visit.board, field.name, field.value)
      bytes += field.name.utf8.count + field.value.utf8.count + 4
    }
    boundary_web_head(visit.board, request.method, request.target, bytes)
    if visit.answer != nil { return give(visit, isEarly: (request.declared ?? 0) > 0) }
    if (request.declared ?? 0) == 0 { whole(visit) }
  }

  private func take(_ bytes: [UInt8], of visit: Visit) {
    guard let request = visit.request else { return }
    // A visitor who lied about the length is cut off.
    guard visit.body.count + bytes.count <= 4_096 else { return finish(visit) }
    visit.body += bytes
    if visit.body.count >= request.declared ?? 0 { whole(visit) }
  }

  private func whole(_ visit: Visit) {
    boundary_web_whole(visit.board, visit.body, visit.body.count)
    world.oracle.check(.webAnswers, visit.answer != nil, at: world.time) {
      "\(visit.request!.target) was not answered"
    }
    give(visit, isEarly: false)
  }

  /// - Parameter isEarly: the request's body was not waited for: the library closes afterwards.
  private func give(_ visit: Visit, isEarly: Bool) {
    guard let answer = visit.answer else { return finish(visit) }
    // The metrics tell of the real process as well.
    let isOurs = visit.request?.target == "/metrics" && answer.status == 200
    world.trace("web \(visit.number) \(answer.status)", isOurs ? [] : answer.body)
    if answer.status == 503, visit.request?.target.hasPrefix("/events") ?? false {
      let viewers = open.count(where: \.isStream)
      world.oracle.check(.webAnswers, viewers >= Self.viewersMax, at: world.time) {
        "a viewer was refused beside \(viewers) others"
      }
    }
    if world.options.isVerbose {
      world.note("web \(visit.number) \(visit.request?.target ?? "") \(answer.status)")
    }
    if !world.isGhost {
      world.after(Self.wayMilliseconds) { [unowned self] in
        visit.lastHeard = world.time
        visit.onAnswer(answer)
        return false
      }
    }
    if answer.isStream {
      visit.isStream = true
      return
    }
    visit.request = nil
    boundary_web_sent(visit.board)
    if isEarly { finish(visit) }
  }

  private func pump(_ visit: Visit) {
    var room = [UInt8](repeating: 0, count: 4_000)
    // What is read may end the visit.
    while !visit.isOver, !visit.isParked, visit.inFlight < Self.window {
      let count = Int(boundary_web_read(visit.board, &room, room.count))
      if count == 0 {
        visit.isParked = true
      } else if count < 0 {
        visit.isStream = false
        visit.request = nil
        return boundary_web_sent(visit.board)
      } else {
        carry(Array(room.prefix(count)), to: visit)
      }
    }
  }

  private func carry(_ bytes: [UInt8], to visit: Visit) {
    world.trace("web \(visit.number)", bytes)
    visit.inFlight += bytes.count
    guard visit.reads, !world.isGhost else { return }
    world.after(Self.wayMilliseconds) { [unowned self] in
      guard visit.reads, !visit.isOver else { return false }
      let wasFull = visit.inFlight >= Self.window
      visit.inFlight -= bytes.count
      visit.lastHeard = world.time
      visit.onBytes(bytes)
      guard wasFull, visit.isStream, isServed else { return false }
      boundary_web_ring()
      return true
    }
  }

  /// Ends a visit on the board's side.
  private func finish(_ visit: Visit) {
    guard !visit.isOver else { return }
    visit.isOver = true
    if let board = visit.board {
      visit.board = nil
      if visit.request != nil { boundary_web_sent(board) }
      boundary_web_closed(board)
    }
    close(visit)
  }

  private func close(_ visit: Visit) {
    visit.isOver = true
  }
}
