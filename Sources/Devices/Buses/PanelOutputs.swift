/// The lines beside a bus, those that are wired.
public struct PanelOutputs {
  var wired: [PanelLine: OutputLine]

  public init(_ wired: [PanelLine: OutputLine] = [:]) { self.wired = wired }

  var lines: Set<PanelLine> { Set(wired.keys) }

  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError) {
    try wired[line]?.drive(level)
  }
}
