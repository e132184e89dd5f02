/// What is newest: the same for all who look.
struct WebNews {
  let pageState: String
  let pictures: [WebPicture?]

  init(_ backend: any WebBackend) {
    pageState = backend.pageState
    pictures = (0..<backend.panelCount).map { backend.picture(of: $0) }
  }
}
