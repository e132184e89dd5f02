import CBoundary
import Pixels
import SimulatedExchange

/// One connection of a browser or a program to the board's site, as it is on both ends.
final class Visit {
  /// Something that is on its way to the board; it arrives in the order in which it was sent.
  enum Arrival {
    case connect
    case request(Request)
    case body([UInt8])
    /// Bytes that are no HTTP: the library answers them by itself.
    case garbage
    case leave
  }

  struct Request {
    var method = "GET"
    var target: String
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The length of the body that the head names; nil for none.
    var declared: Int?
    /// Bytes of the head beside these fields.
    var padding = 0

    /// The cookie that gives the right to look; nil where the request has none.
    var cookie: String? {
      fields.first { $0.name == "Cookie" }.map { String($0.value.dropFirst("tealight=".count)) }
    }
  }

  struct Answer {
    let status: Int
    let fields: [(name: String, value: String)]
    let body: [UInt8]
    let isStream: Bool

    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
  }

  let number: Int64
  let address: [UInt8]
  /// Nil before the board has accepted the connection, and after it was closed.
  var board: OpaquePointer?
  var arrivals: [Arrival] = []
  var request: Request?
  var body: [UInt8] = []
  var answer: Answer?
  var isStream = false
  var isParked = false
  var isShut = false
  var isOver = false
  /// How many bytes of a stream the visitor has not read yet, and whether it reads at all.
  var inFlight = 0
  var reads = true
  /// When anything came from the board last.
  var lastHeard: Int64 = 0

  var onAnswer: (Answer) -> Void = { _ in }
  var onBytes: ([UInt8]) -> Void = { _ in }

  init(_ number: Int64, from address: [UInt8]) { (self.number, self.address) = (number, address) }
}

/// What a viewer has been told: the pictures of the panels.
struct Viewed {
  struct Picture {
    var width = 0
    var height = 0
    var pixels: [UInt8] = []
    var palette: [UInt8] = []
    var light: Int?

    /// The colour of each pixel; black where it is not in the palette.
    var colours: [Colour] {
      let colours = (0..<256).map { entry in
        guard entry * 3 + 2 < palette.count else { return Colour(0) }
        return Colour(palette[entry * 3...entry * 3 + 2].reduce(0) { $0 << 8 | UInt32($1) })
      }
      return pixels.map { colours[Int($0)] }
    }
  }

  private var rest: [UInt8] = []
  private(set) var pictures: [Int: Picture] = [:]
  private(set) var events = 0
  /// What can be chosen on the page, and what is chosen.
  private(set) var controls: JSONValue?
  /// The newest words for those who see no picture, and the title above the page.
  private(set) var said: (words: String, title: String)?

  /// The words and the title since the last call; nil where none have come.
  mutating func takeSaid() -> (words: String, title: String)? {
    defer { said = nil }
    return said
  }

  /// The value that is chosen for one of the choices, such as `theme`.
  func chosen(_ name: String) -> String? {
    controls?["choices"]?.elements?.first { $0["name"]?.text == name }?["now"]?.text
  }

  /// - Returns: nil where everything can be read, else what is wrong.
  mutating func take(_ bytes: [UInt8]) -> String? {
    rest += bytes
    while let end = rest.indices.dropLast().first(where: {
      rest[$0] == 0x0A && rest[$0 + 1] == 0x0A
    }) {
      let event = Array(rest[..<end])
      rest.removeFirst(end + 2)
      events += 1
      if let complaint = read(event) { return complaint }
    }
    return nil
  }

  private mutating func read(_ event: [UInt8]) -> String? {
    let lines = event.split(separator: 0x0A).map(Array.init)
    guard let first = lines.first else { return "an event is empty" }
    if first.starts(with: "retry: ".utf8) { return nil }
    guard lines.count == 2, first.starts(with: "event: ".utf8), lines[1].starts(with: "data: ".utf8)
    else { return "an event is \(String(decoding: event.prefix(60), as: UTF8.self))" }
    let name = String(decoding: first.dropFirst(7), as: UTF8.self)
    let data = Array(lines[1].dropFirst(6))
    switch name {
    case "size", "palette", "pixels", "light": return paint(name, data)
    case "said":
      guard let json = JSONValue(data), let words = json["said"]?.text,
        let title = json["title"]?.text
      else { return "what is said is no JSON" }
      said = (words, title)
      return nil
    case "controls":
      controls = JSONValue(data)
      return chosen("page") == nil ? "the controls have no page" : nil
    default: return nil
    }
  }

  private mutating func paint(_ name: String, _ data: [UInt8]) -> String? {
    let parts = data.split(separator: 0x20, maxSplits: 1)
    guard let panel = Int(String(decoding: parts[0], as: UTF8.self)), parts.count == 2,
      let bytes = Self.base64(parts[1])
    else { return "\(name) has other data" }
    var picture = pictures[panel, default: Picture()]
    defer { pictures[panel] = picture }
    switch name {
    case "size":
      guard bytes.count == 5 else { return "a size has \(bytes.count) bytes" }
      picture.width = Int(bytes[0]) << 8 | Int(bytes[1])
      picture.height = Int(bytes[2]) << 8 | Int(bytes[3])
      picture.pixels = [UInt8](repeating: 0, count: picture.width * picture.height)
    case "palette": picture.palette = bytes
    case "light": picture.light = bytes.first.map { Int($0) }
    default: return Self.paint(bytes, on: &picture)
    }
    return nil
  }

  /// Rectangles, each with its pixels in PackBits.
  private static func paint(_ bytes: [UInt8], on picture: inout Picture) -> String? {
    var place = 0
    while place < bytes.count {
      guard place + 8 <= bytes.count else { return "a rectangle is cut off" }
      let sides = stride(from: place, to: place + 8, by: 2).map {
        Int(bytes[$0]) << 8 | Int(bytes[$0 + 1])
      }
      place += 8
      guard sides[0] + sides[2] <= picture.width, sides[1] + sides[3] <= picture.height else {
        return "a rectangle \(sides) is beyond \(picture.width) × \(picture.height)"
      }
      var pixels: [UInt8] = []
      while pixels.count < sides[2] * sides[3] {
        guard place + 1 < bytes.count else { return "pixels are cut off" }
        let head = Int(bytes[place])
        if head < 128 {
          guard place + 1 + head < bytes.count else { return "pixels are cut off" }
          pixels += bytes[place + 1...place + 1 + head]
          place += head + 2
        } else if head > 128 {
          pixels += [UInt8](repeating: bytes[place + 1], count: 257 - head)
          place += 2
        } else {
          return "a run has the head 128"
        }
      }
      guard pixels.count == sides[2] * sides[3] else { return "there are too many pixels" }
      for y in 0..<sides[3] {
        for x in 0..<sides[2] {
          picture.pixels[(sides[1] + y) * picture.width + sides[0] + x] = pixels[y * sides[2] + x]
        }
      }
    }
    return nil
  }

  /// What each letter of base64 stands for.
  private static let values: [Int?] = {
    var values = [Int?](repeating: nil, count: 256)
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, letter) in letters.utf8.enumerated() { values[Int(letter)] = value }
    return values
  }()

  private static func base64(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var (bits, count) = (0, 0)
    var bytes: [UInt8] = []
    for letter in text where letter != 0x3D {
      guard let value = values[Int(letter)] else { return nil }
      (bits, count) = ((bits << 6 | value) & 0xFFFF, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
      }
    }
    return bytes
  }
}

extension Colour {
  var isLit: Bool { Int(red) + Int(green) + Int(blue) > 200 }

  /// Whether both are the same on a panel that keeps five or six bits of each component.
  func isNear(_ other: Colour) -> Bool {
    zip([red, green, blue], [other.red, other.green, other.blue]).allSatisfy {
      abs(Int($0) - Int($1)) < 8
    }
  }
}
