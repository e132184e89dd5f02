extension Oracle {
  /// What must hold.
  public enum Rule: String, CaseIterable, Sendable {
    case lineIsWhole = "a line is whole, and says what lines say"
    case lineRate = "there are at most ten lines a second"
    case candleIsOne =
      "a candle's prices are in order, and the finished one is before the forming one"
    case timeIsTheBoards = "a line bears the board's time"
    case lineIsTrueStill = "the newest line stays true until the next one"
    case candleIsTraded = "a candle is what was traded, and nothing else"
    case candleIsComplete = "a finished candle holds all that has arrived"
    case sampleIsTraded = "a candle of polls lies between prices that were traded"
    case priceIsTraded = "a price was traded on that market"
    case priceIsNewest = "a live price is the newest that has arrived"
    case liveIsHeard = "what is called live was heard within the time for that"
    case ageIsRight = "an age is never younger than what was heard"
    case ageIsNotOlder = "while all is well an age is not older than what was heard"
    case faceIsLost = "a face is lost where its market is, and only there"
    case marketIsShown = "a line is of a market of the configuration"
    case pressActs = "a press acts in time"
    case linkRecovers = "every link streams once nothing is wrong"
    case panelRecovers = "a panel shows the newest picture once nothing is wrong"
    case requestLimit = "an exchange is asked no more than it allows"
    case connectLimit = "connections are opened no faster than is polite"
    case pictureIsAllowed = "a bus carries what the panel's datasheet allows"
    case loopRests = "the program waits for time to pass"
    case choiceSurvives = "what was chosen survives"
    case fileIsWhole = "a file is the old one or the new one"
    case programRuns = "the program ends only when it is told to"
  }
}
