import Glibc
import TestSupport
import Testing

@testable import Devices
@testable import TealightTool

@Suite("What a board has")
struct SurveyTests {
  @Test("the kernel's folders are read as they are")
  func survey() throws {
    let temporary = TemporaryFolder()
    let root = temporary.path
    let script = """
      cd \(root)
      mkdir -p dev/input sys/class/graphics/fb1 sys/class/leds/ACT sys/class/leds/PWR sys/class/i2c-dev/i2c-10 \
        sys/bus/spi/devices/spi0.0 sys/bus/spi/devices/spi0.1 sys/class/input/event0/device \
        sys/module/spidev/parameters
      touch dev/fb1 dev/fb dev/i2c-10 dev/i2c-2 dev/spidev0.1 dev/input/event0 dev/input/mice
      echo 'bcm2835 i2c' >sys/class/i2c-dev/i2c-10/name
      echo 'RPi-Sense FB' >sys/class/graphics/fb1/name
      echo 8,8 >sys/class/graphics/fb1/virtual_size
      echo 16 >sys/class/graphics/fb1/bits_per_pixel
      echo gpio-keys >sys/class/input/event0/device/name
      touch sys/class/leds/ACT/brightness
      echo 4096 >sys/module/spidev/parameters/bufsiz
      ln -s ../../../../bus/spi/drivers/fb_st7789v sys/bus/spi/devices/spi0.0/driver
      ln -s ../../../../bus/spi/drivers/spidev sys/bus/spi/devices/spi0.1/driver
      """
    #expect(system(script) == 0)
    let board = SurveyedBoard(BoardSurvey(SystemTree(root: root)))
    #expect(board.i2c.map(\.device.path) == ["/dev/i2c-2", "/dev/i2c-10"])
    #expect(board.i2c.map(\.device.name) == ["", "bcm2835 i2c"])
    #expect(board.spi.map(\.path) == ["/dev/spidev0.1"])
    #expect(board.ownedSelects == [BoardSurvey.OwnedSelect(select: "0.0", driver: "fb_st7789v")])
    #expect(board.framebuffers.map(\.shape) == ["8×8, 16 bits"])
    #expect(board.framebuffers.map(\.device.name) == ["RPi-Sense FB"])
    #expect(board.inputs.map(\.name) == ["gpio-keys"])
    #expect(board.leds.map(\.name) == ["ACT", "PWR"])
    #expect(board.leds.map { $0.access == 0 } == [true, false])
    #expect(board.spiBytesMax == 4096)
  }
}
