/// What is newest: the same pictures for all who look, the same texts for all who were paired, and for
/// all others.
struct WebNews {
  let pictures: [WebPicture?]
  private let backend: any WebBackend

  init(_ backend: any WebBackend) {
    self.backend = backend
    pictures = (0..<backend.panelCount).map { backend.picture(of: $0) }
  }

  func texts(isPaired: Bool) -> [WebText] { backend.texts(isPaired: isPaired) }
}
