import Configuration
import Devices
import Glance
import MarketData
import State

/// The user's own pictures. One that cannot be used is named on the log, and the drawn one stays.
extension CompositionRoot {
  /// Marks are small, and there may be a thousand of them.
  private static let markSideMax = 128

  func faces() -> FaceArt? {
    let pictures = pictures(in: config.faceFolder, of: Mood.allCases, called: \.rawValue, "face")
    return pictures.isEmpty ? nil : FaceArt(pictures, theme: theme)
  }

  func marks() -> MarkArt? {
    let bases = Set(config.markets.map(\.base)).sorted()
    let pictures = pictures(
      in: config.marksFolder, of: bases, called: \.self, "mark", sideMax: Self.markSideMax)
    return pictures.isEmpty ? nil : MarkArt(pictures, theme: theme)
  }

  private func pictures<Key>(
    in folder: String?, of keys: [Key], called name: (Key) -> String, _ kind: String,
    sideMax: Int = .max
  ) -> [Key: FaceArt.Picture] {
    var pictures: [Key: FaceArt.Picture] = [:]
    for key in keys {
      guard let path = folder.map({ "\($0)/\(name(key)).png" }), FileBytes.exists(path) else {
        continue
      }
      do throws(PNGPicture.Unreadable) {
        let picture = try PNGPicture(reading: path)
        pictures[key] = FaceArt.Picture(size: picture.size, rgba: picture.rgba)
          .limited(toSide: sideMax)
      } catch {
        log.write(.warning, "\(path): \(error); the drawn \(kind) is used instead")
      }
    }
    return pictures
  }
}
