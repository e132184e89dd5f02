/// What is newest: the same for all who look.
struct WebNews {
  let texts: [WebText]
  let pictures: [WebPicture?]

  init(_ backend: any WebBackend) {
    texts = backend.texts
    pictures = (0..<backend.panelCount).map { backend.picture(of: $0) }
  }
}
