import Configuration
import Devices
import Pixels
import Web

/// A display named on the command line: `KIND[:ARG][,key=value…]`.
public enum DisplaySpec: Equatable, Sendable {
  /// One line of JSON per changed scene on standard output.
  case json
  /// `latest.png` in a folder, and the last few frames numbered.
  case png(folder: String, surface: Surface?, frames: Int)
  /// Half blocks in this terminal.
  case terminal(surface: Surface?)
  case memory(surface: Surface?)
  /// A display in browsers, at the addresses of `[web]` unless one is given.
  case web(ListenAddress?, surface: Surface?)
  /// The configured displays, beside the others.
  case panels

  /// As the command line names it.
  var kind: String {
    switch self {
    case .json: "json"
    case .png: "png"
    case .terminal: "terminal"
    case .memory: "memory"
    case .web: "web"
    case .panels: "panels"
    }
  }

  var isWeb: Bool { if case .web = self { true } else { false } }

  private static let kinds = ["json", "png", "terminal", "memory", "web", "panels"]
  private static let framesRange = 1...10_000

  /// - Throws: `usage` with what is not understood.
  public init(_ text: String) throws(StartError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let head = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = String(head[0])
    guard Self.kinds.contains(kind) else {
      throw .usage("unknown display \"\(kind)\"\(kind.hint(among: Self.kinds))")
    }
    let argument = head.count == 2 ? String(head[1]) : nil
    if kind == "png", argument?.isEmpty ?? true {
      throw .usage("--display png needs a folder: png:FOLDER")
    }
    if kind != "png", kind != "web", let argument {
      throw .usage("--display \(kind) takes nothing after a colon; remove \"\(argument)\"")
    }
    let isFixed = kind == "json" || kind == "panels"
    let known = isFixed ? [] : ["panel", "size"] + (kind == "png" ? ["frames"] : [])
    let keys = try Self.keys(parts.dropFirst(), of: kind, known: known)
    let surface = try Self.surface(keys["panel"], keys["size"])
    switch kind {
    case "json": self = .json
    case "panels": self = .panels
    case "png":
      let frames = try keys["frames"].map { (text) throws(StartError) in try Self.frames(text) }
      self = .png(folder: argument ?? "", surface: surface, frames: frames ?? 0)
    case "terminal": self = .terminal(surface: surface)
    case "web": self = .web(try argument.map(Self.address), surface: surface)
    default: self = .memory(surface: surface)
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
        throw .usage("--display \(kind) has no key \"\(key)\"\(key.hint(among: known))")
      }
      guard pair.count == 2, !pair[1].isEmpty else {
        throw .usage("--display \(kind): \(key) needs a value: \(key)=…")
      }
      guard keys.updateValue(String(pair[1]), forKey: key) == nil else {
        throw .usage("--display \(kind): \(key) is given twice; give it once")
      }
    }
    return keys
  }

  /// The surface of the named panel, in its usual size unless another one is named.
  private static func surface(
    _ name: String?, _ size: String?
  ) throws(StartError) -> Surface? {
    guard let name else {
      if size == nil { return nil }
      throw .usage("--display: size needs panel: panel=NAME,size=WIDTHxHEIGHT")
    }
    do throws(PanelChoice.Invalid) {
      return try PanelChoice.surface(name, size)
    } catch {
      throw .usage(error.text)
    }
  }

  private static func address(_ text: String) throws(StartError) -> ListenAddress {
    if let address = ListenAddress(configured: text) { return address }
    throw .usage(
      "--display web: \"\(text)\" is not an address; write web:ADDRESS or web:ADDRESS:PORT, an address "
        + "of IPv6 in brackets")
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
