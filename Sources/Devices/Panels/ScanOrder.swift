import Pixels

/// Where a glass finds its pixels in a frame that is turned on it, as offsets into the frame.
struct ScanOrder {
  /// The glass's top left corner.
  let start: Int
  /// From a pixel to the one on its right, and to the one below.
  let right: Int
  let down: Int

  /// - Parameter glass: its size, unturned.
  init(_ rotation: Rotation, over activeArea: Size) {
    let (width, height) = (activeArea.width, activeArea.height)
    switch rotation {
    case .none: (start, right, down) = (0, 1, width)
    case .quarter: (start, right, down) = ((width - 1) * height, -height, 1)
    case .half: (start, right, down) = (width * height - 1, -1, -width)
    case .threeQuarters: (start, right, down) = (height - 1, height, -1)
    }
  }
}
