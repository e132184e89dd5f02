import CLinux
import Glibc
import Pixels

/// A framebuffer of the kernel, `/dev/fbN`: its screen shows the contents of its memory. At the end
/// the earlier picture is restored.
final class Framebuffer: FullFramePanel {
  /// The largest earlier picture that is kept, in bytes: 1920×1080 in 32 bits. A larger one is
  /// replaced by black.
  static let formerBytesMax = 8 << 20

  let surface: Surface
  let file: FileDescriptor
  private let name: String
  private let memory: UnsafeMutableRawPointer
  private let mode: FramebufferMode
  private let layout: FramebufferLayout
  private let rotation: Rotation
  private var theme: Theme
  /// For each column of the screen, the column of the page that it shows; nil in the margins.
  private let sources: [Int?]

  private var words: [UInt32] = []
  private var percent: Int?
  /// The frame in the memory, unturned; nil where that is not known.
  private var shown: Frame?
  private var isBlanked = false
  private var former: (rows: [UInt8], palette: Palette?)?

  /// - Parameter file: open for reading and writing.
  /// - Throws: `unusable` where its memory cannot be mapped.
  init(
    _ file: FileDescriptor, _ mode: FramebufferMode, _ wiring: PanelWiring, theme: Theme
  ) throws(DeviceError) {
    let whole = mmap(nil, mode.memoryBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
    guard let whole, whole != MAP_FAILED else {
      throw .unusable(
        device: "\(wiring.bus)", reason: "mmap: \(text(of: errno))",
        fix: "its driver must support mmap")
    }
    memory = whole
    name = "\(wiring.bus)"
    self.file = file
    self.mode = mode
    self.theme = theme
    rotation = wiring.rotation
    let layout = FramebufferLayout(mode.size)
    self.layout = layout
    let (width, height) = (layout.page.width, layout.page.height)
    surface = Surface(
      rotation.swapsAxes ? Size(height, width) : layout.page, mode.format.depth)
    let columns = layout.columns(0..<width)
    sources = (0..<mode.size.width).map {
      columns.contains($0) ? ($0 - layout.left) / layout.scale : nil
    }
  }

  deinit { munmap(memory, mode.memoryBytes) }

  /// - Throws: `failed` once the device is gone, or its memory is arranged in another way.
  func check() throws(DeviceError) {
    if try FramebufferMode(of: file, name: name) == mode { return }
    throw .failed(device: name, call: "FBIOGET_VSCREENINFO", errno: ENODEV)
  }

  func wear(_ theme: Theme) {
    self.theme = theme
    percent = nil
  }

  func prepare() {
    shown = nil
    percent = nil
    // An idle console, or an earlier run that was killed, may have switched the screen off.
    isBlanked = true
    if former == nil { former = (formerRows(), Palette(of: file, mode.format)) }
  }

  func put(_ frame: Frame, at percent: Int) throws(DeviceError) {
    if percent != self.percent {
      try light(percent)
      shown = nil
    }
    let frame = frame.turned(rotation)
    let (first, height) = (layout.top, layout.page.height)
    // What is written to the memory is visible at once, so the page is not cleared first.
    if shown == nil { fill(words[0], outside: first..<first + height * layout.scale) }
    for row in 0..<height {
      let run = shown.map { layout.columns(frame.run(of: row, differingFrom: $0)) }
      let columns = run ?? 0..<mode.size.width
      if !columns.isEmpty { write(columns, of: row, frame) }
    }
    shown = frame
    if isBlanked { blank(false) }
  }

  func displayOff() throws(DeviceError) {
    try light(0)
    shown = nil
    percent = nil
    fill(words[0])
    blank(true)
  }

  func giveBack() throws(DeviceError) {
    guard let former, !former.rows.isEmpty else {
      try displayOff()
      return blank(false)
    }
    try former.palette?.set(on: file, name: name)
    for (row, start) in stride(from: 0, to: former.rows.count, by: mode.rowBytes).enumerated() {
      copy(former.rows[start..<start + mode.rowBytes], to: 0, of: row)
    }
    if isBlanked { blank(false) }
  }

  /// Prepares the theme's colours at this brightness.
  private func light(_ percent: Int) throws(DeviceError) {
    words = mode.format.words(theme, at: percent)
    if mode.format.meaning == .palette {
      try Palette(theme, at: percent).set(on: file, name: name)
    }
    self.percent = percent
  }

  /// Writes these columns of the screen for a row of the page, and those that share a byte with them.
  private func write(_ columns: Range<Int>, of row: Int, _ frame: Frame) {
    var columns = columns
    if mode.format.bits < 8 {
      columns = columns.lowerBound & ~7..<min((columns.upperBound + 7) & ~7, mode.size.width)
    }
    let bytes = mode.format.encode(
      columns.map { column in
        sources[column].map { words[Int(frame[$0, row])] } ?? words[0]
      })
    for line in 0..<layout.scale {
      copy(
        bytes[...], to: columns.lowerBound * mode.format.bits / 8,
        of: layout.top + row * layout.scale + line)
    }
  }

  private func fill(_ word: UInt32, outside page: Range<Int> = 0..<0) {
    let row = mode.format.encode([UInt32](repeating: word, count: mode.size.width))
    for line in 0..<mode.size.height where !page.contains(line) { copy(row[...], to: 0, of: line) }
  }

  private func copy(_ bytes: ArraySlice<UInt8>, to offset: Int, of line: Int) {
    bytes.withUnsafeBytes {
      _ = memcpy(
        memory + mode.originBytes + line * mode.lineBytes + offset, $0.baseAddress!, $0.count)
    }
  }

  private func formerRows() -> [UInt8] {
    guard mode.size.height * mode.rowBytes <= Self.formerBytesMax else { return [] }
    return (0..<mode.size.height).flatMap { line in
      UnsafeRawBufferPointer(
        start: memory + mode.originBytes + line * mode.lineBytes, count: mode.rowBytes)
    }
  }

  /// Switches the screen off or on, where the driver can.
  private func blank(_ isBlanked: Bool) {
    let level = isBlanked ? FB_BLANK_POWERDOWN : FB_BLANK_UNBLANK
    _ = tealight_framebuffer_blank(file.number, Int32(level))
    self.isBlanked = isBlanked
  }
}

extension Frame {
  /// The range from the first to the last pixel of a row that differ from another frame.
  fileprivate func run(of row: Int, differingFrom other: Frame) -> Range<Int> {
    let width = size.width
    return pixels.withUnsafeBufferPointer { new in
      other.pixels.withUnsafeBufferPointer { old in
        let start = row * width
        var (first, end) = (0, width)
        if memcmp(new.baseAddress! + start, old.baseAddress! + start, width) == 0 { return 0..<0 }
        while new[start + first] == old[start + first] { first += 1 }
        while new[start + end - 1] == old[start + end - 1] { end -= 1 }
        return first..<end
      }
    }
  }
}
