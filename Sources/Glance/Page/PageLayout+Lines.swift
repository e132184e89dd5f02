import Pixels

// How a page writes on its layout.
extension PageLayout {
  enum Side {
    case left, middle, right
  }

  /// Writes a text into a row, shortened where it is too wide.
  /// - Returns: the columns that it takes.
  @discardableResult
  func write(
    _ text: String, _ side: Side = .left, of row: Rect, _ role: ColourRole = .text,
    in lettering: Lettering? = nil, on frame: inout Frame
  ) -> Int {
    let letters = lettering ?? self.text
    // The last letter's own gap may hang over the edge.
    let shown = letters.fitted(text, width: row.width + 1)
    let width = letters.width(shown)
    let x =
      switch side {
      case .left: row.x
      case .middle: row.x + (row.width - width) / 2
      case .right: row.right + 1 - width
      }
    frame.write(shown, x: x, baseline: baseline(of: row), role: role, in: letters)
    return width
  }

  /// A label at the left and its value at the right of a row; the label gives way.
  func write(
    _ label: String, _ value: String, in row: Rect, _ role: ColourRole = .text,
    on frame: inout Frame
  ) {
    let width = write(value, .right, of: row, role, in: strong, on: &frame)
    var rest = row
    rest.width -= width + gap
    write(label, of: rest, .dim, on: &frame)
  }

  /// The page's title at the left, and at the right how the exchange is heard and what time it is.
  /// - Parameter note: what stands instead of the time.
  func drawHeader(
    _ title: String, _ statusHeader: StatusHeader, note: String? = nil, on frame: inout Frame
  ) {
    let status = status(of: statusHeader)
    let time = note ?? self.time(of: statusHeader)
    let clock = small.width(time)
    let gap = small.ascent * 2 / 3
    if isRound {
      let short = title.withoutQuote
      let title = self.title.width(title) <= chord(for: title) ? title : short
      let shown = self.title.fitted(title, width: chord(for: title))
      frame.write(
        shown, x: header.x + (header.width - self.title.width(shown)) / 2,
        baseline: header.bottom - words.tail, role: .dim, in: self.title)
      drawDots(of: statusHeader, beside: nil, on: &frame)
      let both = status.width + gap + clock
      let showsClock = both <= footer.width
      let x = footer.x + (footer.width - (showsClock ? both : status.width)) / 2
      let baseline = footer.bottom - words.tail
      status.draw(x: x, on: &frame)
      guard showsClock else { return }
      frame.write(
        time, x: x + status.width + gap, baseline: baseline, role: .dim, in: small)
      return
    }
    let baseline = header.bottom - words.tail
    var right = header.right
    // The quote of a market is left out before the time is.
    let rest = header.width + 1 - status.width - 2 * gap
    let title = withoutQuote(title, where: rest - clock, or: rest)
    if self.title.width(title) + clock <= rest {
      right -= clock - 1
      frame.write(time, x: right, baseline: baseline, role: .dim, in: small)
      right -= gap
    }
    right -= status.width
    status.draw(x: right, on: &frame)
    let shown = self.title.fitted(title, width: right - gap - header.x)
    frame.write(shown, x: header.x, baseline: baseline, role: .text, in: self.title)
    let left = header.x + self.title.width(shown) + gap
    drawDots(of: statusHeader, beside: left..<max(left, right - gap), on: &frame)
  }

  /// Draws which page this is: below the body if there is room, else between the title and the link.
  private func drawDots(
    of statusHeader: StatusHeader, beside columns: Range<Int>?, on frame: inout Frame
  ) {
    let size = surface.size
    let dots = PositionDots(
      position: statusHeader.pagePosition, count: statusHeader.pageCount,
      side: PositionDots.side(beside: small))
    if isRound { return dots.drawAlongRim(of: surface.size, on: &frame) }
    if !self.dots.isEmpty {
      guard dots.width <= self.dots.width else { return }
      dots.draw(x: (size.width - dots.width) / 2, y: self.dots.y, on: &frame)
    } else if let columns, dots.width <= columns.count {
      dots.draw(
        x: columns.upperBound - dots.width,
        y: header.bottom - words.tail - (small.ascent + dots.side) / 2, on: &frame)
    }
  }

  /// A market's name and what its page is called, as far as there is room: `BTC/KRW Book`.
  func title(_ title: PageTitle, of statusHeader: StatusHeader) -> String {
    let page = title[words.language]
    // A circle has nothing beside the title that could give way. The content tells which page it is,
    // but not which market.
    return self.title(
      among: titles(page, of: statusHeader) + (isRound ? [statusHeader.base, page] : []),
      statusHeader)
  }

  /// A market's name before what its page is called, the longest first.
  func titles(_ page: String, of statusHeader: StatusHeader) -> [String] {
    names(of: statusHeader).map { "\($0) \(page)" }
  }

  /// A title that has room for the time beside it, or at least for all of its letters. If need be it
  /// leaves out the quote of a market: `BTC 1m` instead of `BTC/KRW 1m`.
  private func withoutQuote(_ title: String, where narrow: Int, or wide: Int) -> String {
    let short = title.withoutQuote
    let titles = [(title, narrow), (short, narrow), (title, wide)]
    return titles.first { self.title.width($0) <= $1 }?.0 ?? short
  }

  private func time(of statusHeader: StatusHeader) -> String {
    surface.time(of: statusHeader, in: words)
  }

  /// The first title that leaves room for the time, or the last one.
  func title(among titles: [String], _ statusHeader: StatusHeader) -> String {
    let room = isRound ? 0 : headerRoom(statusHeader) - small.width(time(of: statusHeader))
    return titles.first { title.width($0) <= (isRound ? chord(for: $0) : room) } ?? titles.last
      ?? ""
  }

  /// Columns of the header beside what it says of the link.
  func headerRoom(_ statusHeader: StatusHeader) -> Int {
    (isRound ? footer : header).width - status(of: statusHeader).width - 2 * (small.ascent * 2 / 3)
  }

  /// Columns that a title has on a circle.
  func chord(for title: String) -> Int {
    // Tall letters may reach above the header, where the circle is narrower.
    let rise = max(0, self.title.extent(title).above + words.tail - header.height)
    return min(header.width, chord(at: header.y - rise))
  }

  /// Columns inside a circle on a row above its middle.
  private func chord(at y: Int) -> Int {
    let radius = surface.shortSide / 2
    let far = abs(surface.size.height / 2 - y) + 2
    return 2 * Int(Double(max(0, radius * radius - far * far)).squareRoot())
  }

  /// Draws what stands in the body if there is nothing to show: the frog, and an explanation below or
  /// beside it. The explanation says what is so, and after a colon what to do about it if there is
  /// room for all of it. If the exchange is not heard, it says why instead.
  /// - Parameters:
  ///   - statusHeader: nil where it makes no difference whether the exchange is heard.
  ///   - isTrouble: whether the explanation itself says what is wrong.
  ///   - area: where it stands; nil for all of the body.
  func drawExplanation(
    _ explanation: String, of statusHeader: StatusHeader? = nil, isTrouble: Bool = false,
    in area: Rect? = nil, on frame: inout Frame
  ) {
    let body = area ?? self.body
    let isLost = isTrouble || statusHeader?.isOld ?? false
    let told = isLost ? statusHeader?.troubles(in: words) ?? [] : []
    let troubles = isTrouble ? [explanation] : told
    let begin = String(explanation.prefix { $0 != ":" })
    let versions = !troubles.isEmpty ? troubles : isLost ? [begin] : [explanation, begin]
    let isWide = body.width * 2 >= body.height * 3
    let side = min(96, isWide ? min(body.height, body.width / 4) : body.height * 2 / 5) / 2 * 2
    let hasFrog = side >= Face.smallestSide
    var rect = body
    if hasFrog, isWide { rect.cutLeft(side + gap) }
    if hasFrog, !isWide { _ = rect.cutTop(side, gap: gap) }
    let height = max(text.ascent, words.lineHeight)
    let room = max(0, (rect.height - height) / wordPitch + (rect.height < height ? 0 : 1))
    let broken = versions.map { text.lines($0, width: rect.width, count: room) }
    let lines =
      zip(broken, versions).first { $0.joined(separator: " ") == $1 }?.0 ?? broken.last ?? []
    let block = lines.isEmpty ? 0 : (lines.count - 1) * wordPitch + height
    let rest = (rect.height - block) / 2
    for (index, line) in lines.enumerated() {
      let row = Rect(
        x: rect.x, y: rect.y + rest + index * wordPitch, width: rect.width, height: height)
      write(line, .middle, of: row, isLost ? .warning : .dim, on: &frame)
    }
    guard hasFrog else { return }
    // The frog looks at the words, or looks lost because something is wrong.
    let face = isLost ? Face(.lost) : Face(.flat, lean: isWide ? 0 : -1)
    frame.blit(
      face.draw(side: side, depth: depth, isTextBright: surface.medium == .light),
      x: isWide ? body.x : body.x + (body.width - side) / 2,
      y: isWide ? body.y + (body.height - side) / 2 : body.y + rest)
  }
}
