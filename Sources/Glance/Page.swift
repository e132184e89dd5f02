/// The pages, in the order that next-page turns them.
public enum Page: String, CaseIterable, Sendable {
  case glance
}

/// The language of every word on the screen.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"
}
