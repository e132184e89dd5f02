/// A picture that shows wrong offsets, colours, proportions and orientation at a glance.
public struct TestCard {
  /// Colour roles as the card uses them: three channels, their mixtures, and white.
  public static let theme = Theme(
    roles: [
      Colour(0x000000), white.colour, Colour(0xFF00FF), Colour(0x00FFFF), red.colour,
      green.colour, blue.colour, Colour(0xFFFF00),
      // The frog is not on it.
      white.colour, white.colour, white.colour, white.colour,
    ])

  private static let white = (role: ColourRole.text, colour: Colour(0xFFFFFF))
  private static let red = (role: ColourRole.rise, colour: Colour(0xFF0000))
  private static let green = (role: ColourRole.fall, colour: Colour(0x00FF00))
  private static let blue = (role: ColourRole.still, colour: Colour(0x0000FF))
  private static let channels = [("R", red.role), ("G", green.role), ("B", blue.role)]

  private let surface: Surface
  private let size: Size
  private var frame: Frame
  /// The areas of words, in which the circle is not drawn.
  private var words: [Rect] = []

  private init(_ surface: Surface) {
    self.surface = surface
    size = surface.size
    frame = Frame(surface.size)
  }

  /// The card, to be shown in its own theme.
  ///
  /// A line of one pixel touches all four edges (on round displays, the edge), an arrow points up,
  /// corners have one to four dots clockwise from the top left, bars are red, green and blue from
  /// the left and are labelled, steps go from black to white, and the circle is round. Strips have
  /// red, green and blue at their beginning and white at their end, and modules in a row their
  /// numbers.
  /// - Parameter title: the panel's name; its size is written under it.
  public static func draw(on surface: Surface, title: String) -> Frame {
    var card = TestCard(surface)
    let short = min(surface.size.width, surface.size.height)
    switch short {
    case ..<8: card.drawStrip()
    case ..<24 where surface.size.width >= 2 * short: card.drawModules()
    case ..<24: card.drawMatrix()
    default: card.drawPanel(title)
    }
    return card.frame
  }

  private mutating func drawStrip() {
    let isLying = size.width >= size.height
    let steps = max(size.width, size.height)
    func light(_ step: Int) -> Rect {
      isLying
        ? Rect(x: step, y: 0, width: 1, height: size.height)
        : Rect(x: 0, y: size.height - 1 - step, width: size.width, height: 1)
    }
    if steps > Self.channels.count { frame.fill(light(steps - 1), with: Self.white.role.pixel()) }
    for (step, channel) in Self.channels.prefix(steps).enumerated() {
      frame.fill(light(step), with: channel.1.pixel())
    }
  }

  /// Squares in a row, numbered from the left.
  private mutating func drawModules() {
    let side = size.height
    let lettering = Lettering(DotGlyphs())
    for module in 0..<(size.width + side - 1) / side {
      let role = Self.channels[module % Self.channels.count].1
      frame.write(
        "\((module + 1) % 10)", x: module * side + (side - 3) / 2,
        baseline: (side + lettering.ascent + 1) / 2, role: role, in: lettering)
    }
    frame.outline(Rect(x: 0, y: 0, width: size.width, height: 1), with: Self.white.role.pixel())
    frame.fill(Rect(x: 0, y: 0, width: 1, height: side), with: Self.white.role.pixel())
  }

  /// An arrow, and a colour for each corner: red, green, white, blue, clockwise.
  private mutating func drawMatrix() {
    let (right, bottom) = (size.width - 1, size.height - 1)
    drawArrow(
      in: Rect(x: 1, y: 1, width: (size.width - 2 - 1) | 1, height: size.height - 2))
    frame[0, 0] = Self.red.role.pixel()
    frame[right, 0] = Self.green.role.pixel()
    frame[0, bottom] = Self.blue.role.pixel()
    frame[right, bottom] = Self.white.role.pixel()
  }

  private mutating func drawPanel(_ title: String) {
    let short = min(size.width, size.height)
    let middle = Point(Double(size.width) / 2, Double(size.height) / 2)
    let isCircle = surface.outline == .circle
    let white = Self.white.role
    let edge = max(3, short / 20)
    var rest = Rect(
      x: edge, y: edge, width: size.width - 2 * edge, height: size.height - 2 * edge)
    if isCircle {
      frame.ring(
        centre: middle, radius: Double(short) / 2 - 0.5, thickness: 1, role: white,
        depth: surface.depth)
      let side = short * 7 / 10
      rest = Rect(
        x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
    } else {
      frame.outline(frame.bounds, with: white.pixel())
      drawCorners(edge)
    }
    drawRows(title, in: rest)
    if !isCircle { drawCircle(middle, Double(short) / 2 - 2.5) }
  }

  /// Draws the circle bright on dark pixels, and dark on bright ones.
  private mutating func drawCircle(_ middle: Point, _ radius: Double) {
    var circle = Frame(size)
    circle.ring(centre: middle, radius: radius, thickness: 1, role: Self.white.role, depth: .mono)
    for rect in words { circle.fill(rect, with: 0) }
    for index in circle.pixels.indices where circle.pixels[index] != 0 {
      frame.pixels[index] = frame.pixels[index] & 15 < 8 ? Self.white.role.pixel() : 0
    }
  }

  private mutating func write(
    _ text: String, x: Int, baseline: Int, role: ColourRole = white.role, in lettering: Lettering,
    isCut: Bool = false
  ) {
    frame.write(text, x: x, baseline: baseline, role: role, in: lettering, isCut: isCut)
    words.append(
      Rect(
        x: x - 1, y: baseline - lettering.ascent - 1, width: lettering.width(text) + 1,
        height: lettering.ascent + 2))
  }

  /// From the top: the arrow, the bars, the steps, and what panel this is.
  private mutating func drawRows(_ title: String, in rect: Rect) {
    let scale = max(1, min(rect.width / 80, rect.height / 72))
    let lettering = Lettering(BuiltInGlyphs(scale: scale))
    let line = lettering.ascent + 2 * scale
    var rest = rect
    let arrow = max(7, rect.height / 6)
    let width = arrow | 1
    drawArrow(in: Rect(x: (size.width - width) / 2, y: rest.y, width: width, height: arrow))
    if (rect.width - width) / 2 > lettering.width("UP") + 4 * scale {
      write(
        "UP", x: (size.width + width) / 2 + 2 * scale,
        baseline: rest.y + (arrow + lettering.ascent) / 2, in: lettering)
    }
    rest.cutTop(arrow + 2 * scale)
    for text in ["\(size.width)x\(size.height)", title] where rest.height >= 3 * line {
      rest.height -= line
      let text = lettering.fitted(text, width: rest.width)
      write(
        text, x: (size.width - lettering.width(text)) / 2, baseline: rest.bottom + line,
        in: lettering)
    }
    rest.height -= scale
    let steps = rest.height / 3
    drawSteps(Rect(x: rest.x, y: rest.bottom - steps, width: rest.width, height: steps))
    rest.height -= steps + scale
    drawBars(rest, lettering)
  }

  private mutating func drawArrow(in rect: Rect) {
    let head = rect.height / 2 + 1
    frame.arrow(
      in: Rect(x: rect.x, y: rect.y, width: rect.width, height: head), isUp: true,
      with: Self.white.role.pixel())
    let shaft = max(1, rect.width / 3 | 1)
    frame.fill(
      Rect(
        x: rect.x + (rect.width - shaft) / 2, y: rect.y + head, width: shaft,
        height: rect.height - head), with: Self.white.role.pixel())
  }

  private mutating func drawBars(_ rect: Rect, _ lettering: Lettering) {
    for (index, (name, role)) in Self.channels.enumerated() {
      let left = rect.x + rect.width * index / 3
      let bar = Rect(
        x: left, y: rect.y, width: rect.x + rect.width * (index + 1) / 3 - left,
        height: rect.height)
      frame.fill(bar, with: role.pixel())
      guard bar.height >= lettering.ascent, bar.width > lettering.width(name) else { continue }
      write(
        name, x: bar.x + (bar.width - lettering.width(name) + 1) / 2,
        baseline: bar.y + (bar.height + lettering.ascent) / 2, role: role, in: lettering,
        isCut: true)
    }
  }

  /// From black to white; one bit has lines and a chessboard, on which no pixel may be missing.
  private mutating func drawSteps(_ rect: Rect) {
    let white = Self.white.role
    guard surface.depth == .mono else {
      for x in 0..<rect.width {
        let column = Rect(x: rect.x + x, y: rect.y, width: 1, height: rect.height)
        frame.fill(column, with: white.pixel(UInt8(x * 16 / rect.width)))
      }
      return
    }
    let half = Rect(x: rect.x, y: rect.y, width: rect.width / 2, height: rect.height)
    for x in stride(from: half.x, to: half.right, by: 2) {
      frame.fill(Rect(x: x, y: half.y, width: 1, height: half.height), with: white.pixel())
    }
    let board = Rect(x: half.right, y: half.y, width: half.width, height: half.height)
    frame.fill(board, with: white.pixel())
    frame.dither(board)
  }

  private mutating func drawCorners(_ edge: Int) {
    let dot = max(1, edge / 3)
    let starts = [
      (edge - 1, edge - 1, 1), (size.width - edge + 1, edge - 1, -1),
      (size.width - edge + 1, size.height - edge + 1 - dot, -1),
      (edge - 1, size.height - edge + 1 - dot, 1),
    ]
    for (corner, start) in starts.enumerated() {
      for index in 0...corner {
        let step = start.2 * index * 2 * dot - (start.2 < 0 ? dot : 0)
        frame.fill(
          Rect(x: start.0 + step, y: start.1, width: dot, height: dot),
          with: Self.white.role.pixel())
      }
    }
  }
}

extension Rect {
  fileprivate mutating func cutTop(_ rows: Int) {
    y += rows
    height -= rows
  }
}
