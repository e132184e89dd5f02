extension Config {
  /// Where the program reports its own state.
  public struct Metrics: Equatable, Sendable {
    /// The file that node_exporter's textfile collector reads; nil for none.
    public var file: String?

    public init() {}
  }
}

extension Config.Metrics {
  static let table = Table<Self>(
    "[metrics]", Self(), [Key("file", optional: \.file, .metricsFile, need: .name)])
}

extension ValueType<String> {
  /// The collector reads only files with such names. Whether the folder exists is seen when the file
  /// is written: nothing that is shown depends on it.
  fileprivate static let metricsFile = path("the path of a file, /FOLDER/NAME.prom") { path in
    guard path.hasPrefix("/") else { return "it must begin with /" }
    guard path.hasSuffix(".prom"), !path.hasSuffix("/.prom") else { return "it must end in .prom" }
    return nil
  }
}
