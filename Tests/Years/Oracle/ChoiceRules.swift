/// The choices that the card holds: a line for each value, `KEY VALUE`.
public struct CardChoices {
  /// The keys that nothing but a command changes; the configuration says nothing of them.
  static let keys = [
    "theme", "layout", "currency", "rotate", "span", "indicator", "order", "favourite",
  ]

  /// The values that the card holds, by their keys; nil before it was written for the first time.
  public private(set) var held: [String: Set<Substring>]?
  private var heldSince: Int64 = .min / 2
  private var askedAt: [String: Int64] = [:]

  /// A command has reached the board.
  public mutating func asks(_ key: String, at time: Int64) { askedAt[key] = time }

  /// When any command has reached the board last.
  var newestAskedAt: Int64 { askedAt.values.max() ?? .min / 2 }

  /// - Returns: the keys whose values have changed without a command.
  fileprivate mutating func holds(_ lines: [Substring], at time: Int64) -> [String] {
    var values = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, Set<Substring>()) })
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2 { values[String(words[0])]?.insert(words[1]) }
    }
    // A command that comes while a slow card is written is on the card the next time.
    let changed = Self.keys.filter {
      held != nil && held![$0] != values[$0] && (askedAt[$0] ?? .min) < heldSince - 60_000
    }
    (held, heldSince) = (values, time)
    return changed
  }
}

/// The page and the market that are chosen with presses, as they are seen, and as the card holds them.
struct ChoiceRecord {
  /// A page, and a market by the name of its place.
  struct Choice: Hashable, CustomStringConvertible {
    let page, place: String

    var description: String { "\(page) of \(place)" }
  }

  /// The choice that the first line of a life is to show.
  var kept: Choice?
  /// The choice that is shown, whatever is in front of it, and since when.
  var shown: (choice: Choice, since: Int64)?
  /// When somebody may have chosen anything last. A reload that leaves a market out changes what is
  /// shown as well, and does not count.
  var touchedAt: Int64 = .min / 2
  /// Since when an alert or a notice is in front of it.
  var coveredSince: Int64?
  var writtenAt: Int64?
  /// The choices that may be on the card: those that were made about when it was written last.
  var written: Set<Choice> = []
  /// Whether what was written last was seen: nothing was in front of it.
  var wasSeen = true
  /// When the board woke from a sleep in which a market's turn may have come. What is shown then was not
  /// chosen.
  var turnedAt: Int64 = .min / 2
}

extension Oracle {
  /// - Parameter keptBefore: the card holds what was chosen before then; nil where it may hold nothing.
  func choiceStarted(at time: Int64, keptBefore: Int64?) {
    var kept: ChoiceRecord.Choice?
    // A choice below an alert was not seen, nor was one that was made just before an alert covered it.
    let isSeen = chosen.coveredSince.map { !isAsked(since: $0 - 1_000) && chosen.wasSeen } ?? true
    if let keptBefore, let shown = chosen.shown, isSeen, shown.since < keptBefore,
      !isAsked(since: time - 4_000)
    {
      kept = shown.choice
    }
    // What a life begins with is what the card holds.
    chosen = ChoiceRecord(kept: kept)
  }

  /// Whether an alert or a notice covers what was chosen.
  private func isCovered(_ line: Line) -> Bool { line.page == "alert" || line.page == "notice" }

  func judgeChoice(_ line: Line, at time: Int64) {
    if let kept = chosen.kept, line.page != "alert" {
      let seen = ChoiceRecord.Choice(page: line.page, place: placeName(of: line.market))
      check(.choiceSurvives, kept == seen, at: time) { "it was \(kept), and is \(seen)" }
    }
    chosen.kept = nil
    // Whether the choice changes below an alert cannot be seen.
    let coveredSince = chosen.coveredSince
    chosen.coveredSince = isCovered(line) ? coveredSince ?? time : nil
    // The choice that was written may have been covered before it was drawn.
    if coveredSince == nil, isCovered(line), time - (chosen.writtenAt ?? .min / 2) < 1_500 {
      chosen.wasSeen = false
    }
    guard let uncovered = book.uncovered else {
      chosen.shown = nil
      return
    }
    let seen = ChoiceRecord.Choice(
      page: uncovered.page, place: placeName(of: uncovered.market))
    guard chosen.shown?.choice != seen else { return }
    if let shown = chosen.shown {
      let isHome = homeAfter.map {
        seen.page == "glance" && time - chosen.touchedAt >= $0 - 1_500
      }
      let isAsked = askedAt > (coveredSince ?? time) - 5_000
      check(.choiceStays, isHome ?? false || isAsked, at: time) {
        "\(seen) is shown in place of \(shown.choice)"
      }
    }
    // Nobody has chosen what a reload leaves out or brings back.
    let isMoved = chosen.shown.map {
      seen.page == $0.choice.page
        && (isLeftOut($0.choice.place, for: 0, at: time)
          || market(seen.place).map { mayBeLeftOut($0.name, at: time) } ?? false)
    }
    if isMoved != true { chosen.touchedAt = time }
    chosen.shown = (seen, time)
    // A choice is written before a line tells of it, and may be made below an alert.
    let isWritten = chosen.writtenAt.map { time - $0 < 1_000 } ?? false
    if chosen.written.isEmpty || isWritten || coveredSince != nil { chosen.written.insert(seen) }
  }

  /// This choice was written to the card. It may be older than what is shown, where it has waited for
  /// a slow card, or newer: it is written before it is shown.
  public func cardIsWritten(page: String, place: String, at time: Int64) {
    let last = chosen.writtenAt ?? .min / 2
    // After a slow write the next one, which has waited, follows at once; and a turn may take its time.
    let isSlow = cardWellSince > last - 120_000
    check(.cardIsSpared, isSlow || time - last >= 29_000, at: time) {
      "after \(time - last) ms"
    }
    chosen.writtenAt = time
    chosen.written = [ChoiceRecord.Choice(page: page, place: placeName(of: place))]
    if let shown = chosen.shown, isSlow || shown.since > time - 1_500 {
      chosen.written.insert(shown.choice)
    }
    chosen.wasSeen = chosen.coveredSince == nil
  }

  /// The choice that is shown must be on the card.
  func judgeCard(at time: Int64) {
    // A choice that is written is shown a moment later.
    guard let (choice, shownSince) = chosen.shown, let written = chosen.writtenAt,
      time - written > 2_000, !chosen.written.isEmpty, chosen.wasSeen, book.uncovered != nil,
      !(0..<5_000 ~= shownSince - chosen.turnedAt)
    else { return }
    let since = max(shownSince, cardWellSince, boardWellSince, book.pressedAt)
    let isKept = chosen.written.contains(choice) || time - since < 45_000
    check(.choiceIsKept, isKept, at: time) {
      "\(choice) was chosen \(time - since) ms ago, and "
        + "\(chosen.written.map(\.description).sorted()) is on the card"
    }
  }

  /// The card was written.
  public func cardHolds(_ lines: [Substring], at time: Int64) {
    judgeSnoozes(lines, at: time)
    let before = choices.held ?? [:]
    for key in choices.holds(lines, at: time) {
      fail(
        .choiceSurvives,
        "\(key) was \(before[key]!.sorted()), is \(choices.held![key]!.sorted()) on the card",
        at: time)
    }
  }

  /// Whether an alert is in front, or was since then.
  public func isAlerted(since time: Int64) -> Bool {
    newest?.page == "alert" || book.firedAt.values.contains { $0 >= time }
  }

  /// A command that was given then, and only once, has changed what the card holds.
  public func judgeCard(
    _ key: String, _ before: Set<Substring>?, askedAt: Int64, at time: Int64
  ) {
    guard max(cardWellSince, boardWellSince) < askedAt else { return }
    check(.choiceIsKept, choices.held != nil && choices.held?[key] != before, at: time) {
      "\(key) was commanded \(time - askedAt) ms ago, and is \(before?.sorted() ?? []) on the card"
    }
  }
}
