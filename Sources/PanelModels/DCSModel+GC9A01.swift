import Devices
import Pixels

extension DCSModel {
  /// GalaxyCore GC9A01A (datasheet v1.0) behind a round IPS glass, whose corners nobody sees.
  init(gc9a01 wiring: PanelWiring) {
    var commands: [UInt8: Int] = [
      0x35: 1, 0xa7: 1, 0xb5: 4, 0xb6: 2, 0xba: 1, 0xc1: 1, 0xc3: 1, 0xc4: 1, 0xc9: 1, 0xe8: 1,
      0xe9: 1, 0xec: 1, 0xf0: 6, 0xf1: 6, 0xf2: 6, 0xf3: 6, 0xf6: 1,
    ]
    // Not in the datasheet, but in its maker's set-up.
    let unnamed: [UInt8: Int] = [
      0x62: 12, 0x63: 12, 0x64: 7, 0x66: 10, 0x67: 10, 0x70: 9, 0x74: 7, 0x84: 1, 0x85: 1, 0x86: 1,
      0x87: 1, 0x88: 1, 0x89: 1, 0x8a: 1, 0x8b: 1, 0x8c: 1, 0x8d: 1, 0x8e: 1, 0x8f: 1, 0x90: 4,
      0x98: 2, 0xae: 1, 0xbc: 1, 0xbd: 1, 0xbe: 1, 0xcd: 1, 0xdf: 3, 0xe1: 2, 0xeb: 1, 0xed: 2,
      0xff: 3,
    ]
    commands.merge(unnamed) { named, _ in named }
    self.init(
      Chip(name: "GC9A01", commands: commands, key: [0xfe, 0xef]),
      Module(
        wiring, memory: Size(240, 240), out: PanelWiring.Offset(0, 0), isInverted: true,
        isBlueFirst: true))
  }
}
