import Glibc

/// A bus that ends in a file: each transaction is one line, written as it happens.
final class RecordingBus: CommandBus {
  /// The kind of bus that is recorded, which decides how a transaction is written.
  enum Kind: Equatable, Sendable {
    case i2c(address: UInt8, hz: Int = I2CBus.usualHz)
    case spi(hz: Int)
  }

  let name: String
  let lines: Set<PanelLine>
  private(set) var sentBytes = 0
  private let kind: Kind
  private let path: String
  private let file: FileDescriptor

  /// Makes the file, or empties an old transcript.
  /// - Throws: `unusable` where the file cannot be made, or holds something else, which is kept.
  init(path: String, kind: Kind, lines: Set<PanelLine>) throws(DeviceError) {
    name = "record:\(path)"
    self.lines = lines
    self.kind = kind
    self.path = path
    // Without O_NONBLOCK, opening a pipe that nobody reads would block the start. The file is not
    // truncated yet: its contents are checked first.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK
    file = FileDescriptor(open(path, flags, 0o644))
    if file.number < 0 {
      throw .unusable(
        device: path, reason: text(of: errno),
        fix: "choose a file in a folder that you can write to")
    }
    if PanelBus.holdsOther(path) != false {
      throw .unusable(
        device: path, reason: PanelBus.otherContents, fix: PanelBus.otherContentsFix)
    }
    // A pipe and a device have no length.
    var status = stat()
    if fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      ftruncate(file.number, 0) != 0
    {
      throw .failed(device: path, call: "ftruncate", errno: errno)
    }
  }

  var bytesPerSecond: Int {
    switch kind {
    case .i2c(_, let hz): hz / 9
    case .spi(let hz): hz / 8
    }
  }

  func command(_ bytes: [UInt8]) throws(DeviceError) {
    try record(bytes, isData: false)
  }

  func data(_ bytes: [UInt8]) throws(DeviceError) {
    try record(bytes, isData: true)
  }

  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError) {
    if lines.contains(line) { try append("gpio \(line.rawValue)=\(level ? 1 : 0)", []) }
  }

  private func record(_ bytes: [UInt8], isData: Bool) throws(DeviceError) {
    switch kind {
    case .i2c(let address, _):
      let control = isData ? BusFraming.dataControl : BusFraming.commandControl
      for piece in BusFraming.pieces(bytes.count, of: BusFraming.i2cBytesMax - 1) {
        try append("i2c \(address.hex) W ", [control] + bytes[piece])
      }
    case .spi:
      for piece in BusFraming.pieces(bytes.count, of: BusFraming.spiBytesMax) {
        try append("spi dc=\(isData ? 1 : 0) ", Array(bytes[piece]))
      }
    }
  }

  private func append(_ head: String, _ bytes: [UInt8]) throws(DeviceError) {
    let digits = Array("0123456789abcdef".utf8)
    var line = Array(head.utf8)
    line.reserveCapacity(line.count + 2 * bytes.count + 1)
    for byte in bytes {
      line.append(digits[Int(byte >> 4)])
      line.append(digits[Int(byte & 15)])
    }
    line.append(UInt8(ascii: "\n"))
    let code = file.write(line)
    if code != 0 { throw .failed(device: path, call: "write", errno: code) }
    sentBytes += bytes.count
  }
}

extension PanelBus {
  /// How each line of a transcript begins.
  private static let lineHeads = ["i2c ", "spi ", "gpio "].map { Array($0.utf8) }

  fileprivate static let otherContents = "it holds something else than a transcript"
  fileprivate static let otherContentsFix = "give the path of a new file, or delete this one"

  /// What is wrong with the existing file of a `record:` bus; nil if nothing is, or the file may not
  /// be read.
  public static func complaint(recordingTo path: String) -> String? {
    holdsOther(path) == true ? "\(otherContents); \(otherContentsFix)" : nil
  }

  /// Whether the file holds something else, which a transcript in its place would destroy; nil if
  /// that cannot be told.
  fileprivate static func holdsOther(_ path: String) -> Bool? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      return false
    }
    let beginning = readSmallFile(path, bytesMax: lineHeads.map(\.count).max()!)
    if beginning.isEmpty { return nil }
    // On a full disk, the last write may have been a part of a line.
    return !lineHeads.contains { zip($0, beginning).allSatisfy { $0 == $1 } }
  }
}
