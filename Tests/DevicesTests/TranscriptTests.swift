import Glibc
import Pixels
import TestSupport
import Testing

@testable import Devices
@testable import PanelModels

/// What a `record:` bus writes, and who reads it.
@Suite struct TranscriptTests {
  @Test("a transcript says each transaction as it happened")
  func lines() throws {
    let folder = TemporaryFolder()
    folder.write(Array("gpio reset=1\n".utf8), to: "bus")
    let i2c = try RecordingBus(
      path: "\(folder.path)/bus", kind: .i2c(address: 0x3c), lines: [.reset])
    #expect(folder.bytes("bus").isEmpty)
    try i2c.command([0xae])
    #expect(String(decoding: folder.bytes("bus"), as: UTF8.self) == "i2c 3c W 00ae\n")
    try i2c.data([1, 0xff])
    try i2c.drive(.reset, true)
    try i2c.drive(.backlight, true)
    #expect(
      String(decoding: folder.bytes("bus"), as: UTF8.self)
        == "i2c 3c W 00ae\ni2c 3c W 4001ff\ngpio reset=1\n")

    let spi = try RecordingBus(path: "\(folder.path)/bus", kind: .spi(hz: 1_000_000), lines: [])
    try spi.command([0x2a])
    try spi.data([UInt8](repeating: 7, count: 5000))
    let transactions = try TranscriptReader.transactions(of: folder.bytes("bus"))
    #expect(
      transactions == [
        .spi(isData: false, [0x2a]), .spi(isData: true, [UInt8](repeating: 7, count: 4096)),
        .spi(isData: true, [UInt8](repeating: 7, count: 904)),
      ])
  }

  @Test("a file that holds something else is kept, whatever it is")
  func otherFile() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/bus"
    for text in ["markets = []\n", "i2c-dev\n", "\u{0}", "x"] {
      folder.write(Array(text.utf8), to: "bus")
      #expect {
        try RecordingBus(path: path, kind: .i2c(address: 0x3c), lines: [])
      } throws: {
        "\($0)"
          == "\(path): it holds something else than a transcript; "
          + "give the path of a new file, or delete this one"
      }
      #expect(folder.bytes("bus") == Array(text.utf8))
      #expect(PanelBus.complaint(recordingTo: path) != nil)
    }
    for text in ["", "i2c 3c W 00ae\n", "spi dc=1 00\n", "gpio reset=1\n", "sp"] {
      folder.write(Array(text.utf8), to: "bus")
      #expect(PanelBus.complaint(recordingTo: path) == nil)
      _ = try RecordingBus(path: path, kind: .i2c(address: 0x3c), lines: [])
      #expect(folder.bytes("bus").isEmpty)
    }
  }

  @Test("a device takes a transcript, and so does a pipe that is read")
  func noFile() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/pipe"
    mkfifo(path, 0o600)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    for path in [path, "/dev/null"] {
      #expect(PanelBus.complaint(recordingTo: path) == nil)
      let bus = try RecordingBus(path: path, kind: .i2c(address: 0x3c), lines: [])
      try bus.command([0xae])
    }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "i2c 3c W 00ae\n")
  }

  @Test("a pipe that nobody reads is refused, not waited for")
  func pipe() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: DeviceError.self) {
      try RecordingBus(path: path, kind: .i2c(address: 0x3c), lines: [])
    }
  }

  @Test("a picture can be read back from a transcript alone")
  func picture() throws {
    let folder = TemporaryFolder()
    let bus = try RecordingBus(
      path: "\(folder.path)/bus", kind: .spi(hz: 32_000_000), lines: [.reset, .backlight])
    let rig = Rig(PanelTests.lcd, .half)
    let display = PanelKind.st7789.display(rig.wiring, on: bus, theme: Rig.theme) { _ in }
    var now: Int64 = 0
    for frame in [rig.noise(50), rig.noise(51)] {
      display.show(frame)
      while case let next = display.flush(now: now), !next.isNever {
        now = max(next.monotonic, now + 1)
      }
    }
    var model = PanelKind.st7789.model!(PanelTests.lcd)
    for transaction in try TranscriptReader.transactions(of: folder.bytes("bus")) {
      try model.receive(transaction)
    }
    rig.show(rig.noise(51))
    #expect(model.activeArea == rig.bus.model.activeArea && !model.isDark)
  }

  @Test("an address has two digits, and a transaction no more than i2c-dev takes")
  func i2cTransactions() throws {
    let folder = TemporaryFolder()
    let bus = try RecordingBus(
      path: "\(folder.path)/bus", kind: .i2c(address: 0x08), lines: [])
    try bus.data([UInt8](repeating: 7, count: 8192))
    let transactions = try TranscriptReader.transactions(of: folder.bytes("bus"))
    #expect(transactions.map(\.byteCount) == [8192, 2])
    #expect(transactions.last == .i2c(address: 0x08, isRead: false, [0x40, 7]))
  }

  @Test(
    "what is not a transcript is refused",
    arguments: [
      "i2c 3c W 00ae", "\n", "i2c 3c W \n", "i2c 3c X 00\n", "i2c 3c W 0\n", "i2c 3c W 0A\n",
      "i2c 3c W 00 \n", "i2c 3c03 W 00\n", "spi dc=2 00\n", "spi 00\n", "gpio reset=2\n",
      "gpio lamp=1\n", "gpio reset\n", "uart 00\n", " spi dc=0 00\n",
    ])
  func refused(text: String) {
    #expect(throws: BusViolation.self) {
      try TranscriptReader.transactions(of: Array(text.utf8))
    }
  }

  @Test("the models refuse what the datasheets do not have")
  func violations() {
    for bytes: [UInt8] in [[], [0x00], [0x01, 0xae], [0x00, 0x21, 5, 4], [0x00, 0xff]] {
      var model = SSD1306Model(PanelTests.oled)
      #expect(throws: BusViolation.self, "\(bytes)") {
        try model.receive(.i2c(address: 0x3c, isRead: false, bytes))
      }
    }
    for transactions: [BusTransaction] in [
      [.spi(isData: false, [0xff])],
      [.spi(isData: false, [0x2a]), .spi(isData: true, [0, 0, 0]), .spi(isData: false, [0])],
      [.spi(isData: false, [0x2a]), .spi(isData: true, [0, 0, 0, 240])],
      [.spi(isData: false, [0x2b]), .spi(isData: true, [0, 9, 0, 8])],
      [.line(.reset, false), .spi(isData: false, [0])],
      [.i2c(address: 0x3c, isRead: false, [0])],
    ] {
      var model = PanelKind.st7789.model!(PanelTests.lcd)
      #expect(throws: BusViolation.self, "\(transactions)") {
        for transaction in transactions { try model.receive(transaction) }
      }
    }
  }

  @Test("a bus that is not there says what to do")
  func missing() {
    #expect {
      _ = try I2CBus(number: 77, address: 0x3c)
    } throws: {
      "\($0)".hasPrefix("/dev/i2c-77: does not exist; enable it: the overlay of this bus, as ")
    }
    #expect {
      _ = try OutputLine(chip: "no-such-chip", offset: 3, level: true)
    } throws: {
      "\($0)".hasPrefix("no-such-chip: does not exist")
    }
    #expect(throws: DeviceError.self) {
      _ = try RecordingBus(path: "/no/such/folder/bus", kind: .spi(hz: 1), lines: [])
    }
  }

  @Test("what turns a bus on is a parameter for those of the header, and an overlay for others")
  func enabling() {
    let place = " in /boot/firmware/config.txt, then reboot"
    let boards = ", or the lines that tealight boards NAME shows," + place
    #expect(PanelBus.enabling(i2c: 1) == "dtparam=i2c_arm=on" + boards)
    #expect(PanelBus.enabling(spi: 0) == "dtparam=spi=on" + boards)
    #expect(PanelBus.enabling(i2c: 0) == "dtparam=i2c_vc=on" + place)
    for number in [3, 7] {
      let text = PanelBus.enabling(i2c: number)
      #expect(text.contains("dtoverlay=i2c3") && !text.contains("dtparam"), "\(number)")
    }
    for number in [1, 3] {
      let text = PanelBus.enabling(spi: number)
      #expect(text.contains("dtoverlay=spi1-1cs") && !text.contains("dtparam"), "\(number)")
    }
  }

  @Test("an adapter's clock is that of the device tree, and 100 kHz where it says nothing")
  func clock() {
    let folder = TemporaryFolder()
    mkdir("\(folder.path)/i2c-1", 0o755)
    mkdir("\(folder.path)/i2c-1/of_node", 0o755)
    folder.write([0, 0x06, 0x1a, 0x80], to: "i2c-1/of_node/clock-frequency")
    #expect(I2CBus.clockHz(1, in: folder.path) == 400_000)
    #expect(I2CBus.clockHz(2, in: folder.path) == 100_000)
  }

  @Test("a message is as long as i2c-dev takes, and on a CP2112 as long as one report")
  func messages() {
    let folder = TemporaryFolder()
    let names = ["bcm2835 (i2c@7e804000)", "CP2112 SMBus Bridge on hidraw3"]
    for (number, name) in zip(1..., names) {
      mkdir("\(folder.path)/i2c-\(number)", 0o755)
      folder.write(Array("\(name)\n".utf8), to: "i2c-\(number)/name")
    }
    #expect((1...3).map { I2CBus.bytesMax($0, in: folder.path) } == [8192, 61, 8192])
  }
}
