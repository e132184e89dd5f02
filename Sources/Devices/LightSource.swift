/// What gives a display its light.
public enum LightSource: Sendable {
  /// Nothing of ours: a file, a terminal, paper. There is nothing to dim.
  case none
  /// A lamp or a LED, which hardly ages.
  case lamp
  /// The pixels themselves, which lose their light with what they give: OLED.
  case pixels
}
