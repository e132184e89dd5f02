/// The kernel's names of keys (`linux/input-event-codes.h`), in small letters and without `KEY_`.
public enum KeyName {
  /// Larger numbers are no keys.
  public static let codeMax = 0x2FF

  /// The number of a key, however its name is written: `up`, `KEY_UP`, `BTN_SOUTH`.
  public static func code(_ name: String) -> UInt16? { codes[plain(name)] }

  /// A name as it stands in `all`.
  public static func plain(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasPrefix("key_") ? String(name.dropFirst("key_".count)) : name
  }

  /// The name of a key; its number if it has no name here.
  public static func name(of code: UInt16) -> String {
    names[code] ?? "\(code)"
  }

  public static var all: [String] { codes.keys.sorted() }

  private static let codes = Dictionary(named, uniquingKeysWith: { first, _ in first })
  private static let names = Dictionary(
    named.map { ($0.1, $0.0) }, uniquingKeysWith: { first, _ in first })

  private static let named: [(String, UInt16)] = runs.flatMap { first, names in
    names.split(whereSeparator: \.isWhitespace).enumerated().map { index, name in
      (String(name), first + UInt16(index))
    }
  }

  /// Names of consecutive numbers, each line beginning with the first number. A key with two names
  /// appears twice.
  private static let runs: [(UInt16, String)] = [
    (
      1,
      """
      esc 1 2 3 4 5 6 7 8 9 0 minus equal backspace tab q w e r t y u i o p leftbrace rightbrace
      enter leftctrl a s d f g h j k l semicolon apostrophe grave leftshift backslash
      z x c v b n m comma dot slash rightshift kpasterisk leftalt space capslock
      f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 numlock scrolllock
      kp7 kp8 kp9 kpminus kp4 kp5 kp6 kpplus kp1 kp2 kp3 kp0 kpdot
      """
    ),
    (86, "102nd f11 f12"),
    (96, "kpenter rightctrl kpslash sysrq rightalt linefeed home up pageup left right end down"),
    (
      109,
      """
      pagedown insert delete macro mute volumedown volumeup power kpequal kpplusminus pause scale
      kpcomma hangeul hanja yen leftmeta rightmeta compose stop again props undo front copy open
      paste find cut help menu calc setup sleep wakeup file sendfile deletefile xfer prog1 prog2
      www msdos coffee rotate_display cyclewindows mail bookmarks computer back forward closecd
      ejectcd ejectclosecd nextsong playpause previoussong stopcd record rewind phone iso config
      homepage refresh exit move edit scrollup scrolldown kpleftparen kprightparen new redo
      f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24
      """
    ),
    (122, "hanguel"),
    (152, "screenlock"),
    (200, "playcd pausecd prog3 prog4"),
    (205, "suspend close play fastforward bassboost print hp camera sound question email chat"),
    (217, "search connect finance sport shop alterase cancel brightnessdown brightnessup media"),
    (0x100, "btn_0 btn_1 btn_2 btn_3 btn_4 btn_5 btn_6 btn_7 btn_8 btn_9"),
    (0x110, "btn_left btn_right btn_middle btn_side btn_extra btn_forward btn_back btn_task"),
    (0x120, "btn_trigger btn_thumb btn_thumb2 btn_top btn_top2 btn_pinkie"),
    (0x130, "btn_south btn_east btn_c btn_north btn_west btn_z btn_tl btn_tr btn_tl2 btn_tr2"),
    (0x130, "btn_a btn_b"),
    (0x133, "btn_x btn_y"),
    (0x13A, "btn_select btn_start btn_mode btn_thumbl btn_thumbr"),
    (0x160, "ok select goto clear power2 option info"),
    (0x192, "channelup channeldown first last ab next restart slow shuffle break previous"),
    (0x1D0, "fn"),
    (0x220, "btn_dpad_up btn_dpad_down btn_dpad_left btn_dpad_right"),
  ]
}
