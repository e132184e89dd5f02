import Devices

/// A display named on the command line: `KIND[:ARG][,key=value…]`.
public enum DisplaySpec: Equatable, Sendable {
  /// One line of JSON per changed scene on standard output.
  case json
  /// `latest.png` in a folder, and the last few frames numbered.
  case png(folder: String, panel: PanelKind?, frames: Int)
  /// Half blocks in this terminal.
  case terminal(panel: PanelKind?)
  case memory(panel: PanelKind?)

  private static let kinds = ["json", "png", "terminal", "memory"]
  private static let framesRange = 1...10_000

  init(_ text: String) throws(StartError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let head = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = String(head[0])
    guard Self.kinds.contains(kind) else {
      throw .usage("unknown display \"\(kind)\"\(hint(kind, among: Self.kinds))")
    }
    let argument = head.count == 2 ? String(head[1]) : nil
    let wanted = kind == "png"
    if wanted, argument?.isEmpty ?? true {
      throw .usage("--display png needs a folder: png:FOLDER")
    }
    if !wanted, let argument {
      throw .usage("--display \(kind) takes nothing after a colon, and there is \"\(argument)\"")
    }
    let known = kind == "json" ? [] : kind == "png" ? ["panel", "frames"] : ["panel"]
    let keys = try Self.keys(parts.dropFirst(), of: kind, known: known)
    let panel = try keys["panel"].map { (name) throws(StartError) in try Self.panel(name) }
    switch kind {
    case "json": self = .json
    case "png":
      let frames = try keys["frames"].map { (text) throws(StartError) in try Self.frames(text) }
      self = .png(folder: argument ?? "", panel: panel, frames: frames ?? 0)
    case "terminal": self = .terminal(panel: panel)
    default: self = .memory(panel: panel)
    }
  }

  private static func keys(
    _ parts: ArraySlice<Substring>, of kind: String, known: [String]
  ) throws(StartError) -> [String: String] {
    var keys: [String: String] = [:]
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(pair[0])
      guard known.contains(key) else {
        throw .usage("--display \(kind) has no key \"\(key)\"\(hint(key, among: known))")
      }
      guard pair.count == 2, !pair[1].isEmpty else {
        throw .usage("--display \(kind): \(key) needs a value: \(key)=…")
      }
      guard keys.updateValue(String(pair[1]), forKey: key) == nil else {
        throw .usage("--display \(kind): \(key) stands twice")
      }
    }
    return keys
  }

  private static func panel(_ name: String) throws(StartError) -> PanelKind {
    guard let panel = PanelKind(rawValue: name) else {
      let known = PanelKind.allCases.map(\.rawValue)
      throw .usage("unknown panel \"\(name)\"\(hint(name, among: known))")
    }
    return panel
  }

  private static func frames(_ text: String) throws(StartError) -> Int {
    guard let frames = Int(text), framesRange.contains(frames) else {
      throw .usage(
        "--display png: frames is \"\(text)\"; it must be a whole number "
          + "from \(framesRange.lowerBound) to \(framesRange.upperBound)")
    }
    return frames
  }
}
