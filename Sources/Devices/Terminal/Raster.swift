import Pixels

/// Colours in rows.
struct Raster {
  let size: Size
  var colours: [Colour]

  init(size: Size) {
    self.size = size
    colours = [Colour](repeating: Colour(0), count: size.width * size.height)
  }

  subscript(x: Int, y: Int) -> Colour {
    get { colours[y * size.width + x] }
    set { colours[y * size.width + x] = newValue }
  }
}
