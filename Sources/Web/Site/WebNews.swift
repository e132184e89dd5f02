/// The newest state: the same pictures for all viewers, the same texts for all who were paired, and
/// the same for all others.
struct WebNews {
  let pictures: [WebPicture?]
  private let backend: any WebBackend

  init(_ backend: any WebBackend) {
    self.backend = backend
    pictures = (0..<backend.panelCount).map { backend.picture(of: $0) }
  }

  func texts(isPaired: Bool) -> [WebText] { backend.texts(isPaired: isPaired) }
}
