import State

extension NoticeScene {
  func spoken(_ speech: Speech) -> String {
    let title = title.isEmpty ? Self.title[speech.words.language] : title
    return speech.sentence(["\(title): \(text)", speech.waiting(waitingCount)])
  }
}
