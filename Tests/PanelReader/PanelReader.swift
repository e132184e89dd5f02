import Devices
import Glibc
import PanelModels
import Pixels

/// Shows what a panel's glass shows after a transcript on standard input: rows of red, green and
/// blue on standard output, unturned. usage: panel-reader PANEL WIDTHxHEIGHT
/// Without arguments it lists every panel that it can read, and on which bus.
@main enum PanelReader {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.isEmpty {
      send(Array(PanelKind.all.map(list).joined().utf8), to: 1)
      return
    }
    guard arguments.count == 2, let size = Size(arguments.last!),
      let kind = PanelKind(named: arguments.first!), let make = kind.model
    else { stop("usage: panel-reader PANEL WIDTHxHEIGHT <TRANSCRIPT", 64) }
    let hourMilliseconds: Int64 = 3_600_000
    var model = make(PanelWiring(kind, on: .record(path: "-"), size: size))
    do throws(BusViolation) {
      for transaction in try TranscriptReader.transactions(of: input()) {
        // A transcript has no times: whatever was waited for has happened.
        if case .spi = transaction { model.pass(milliseconds: hourMilliseconds) }
        try model.receive(transaction)
      }
      model.pass(milliseconds: hourMilliseconds)
    } catch {
      stop("\(kind): \(error)", 1)
    }
    send(model.activeArea.flatMap { [$0.red, $0.green, $0.blue] }, to: 1)
  }

  /// `ssd1306 128x64 spi mode=0 hz=8000000 depth=mono medium=light lines=dc,reset`, for each size
  /// and wire.
  private static func list(_ kind: PanelKind) -> String {
    guard kind.model != nil else { return "" }
    let sizes = if case .listed(let sizes) = kind.sizes { sizes } else { [kind.sizes.usual] }
    let lines = kind.lines.map(\.rawValue).sorted().joined(separator: ",")
    return sizes.flatMap { size in
      kind.wires.map { wire in
        let bus: String
        var (mode, hz): (UInt8, Int) = (0, 0)
        switch wire {
        case .i2c: bus = "i2c"
        case .spi(let usualHz, let spiMode): (bus, mode, hz) = ("spi", spiMode.rawValue, usualHz)
        case .gpio: bus = "gpio"
        case .framebuffer, .led: return ""
        }
        return "\(kind) \(size) \(bus) mode=\(mode) hz=\(hz) depth=\(kind.depth) "
          + "medium=\(kind.medium) lines=\(lines)\n"
      }
    }.joined()
  }

  private static func input() -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(0, &piece, piece.count)
      if count <= 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  private static func send(_ bytes: [UInt8], to file: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count <= 0 { exit(1) }
      rest = rest.dropFirst(count)
    }
  }

  private static func stop(_ words: String, _ status: Int32) -> Never {
    send(Array("\(words)\n".utf8), to: 2)
    exit(status)
  }
}
