import Configuration

extension Config {
  /// Reads and checks a configuration; opens no device and no socket.
  /// - Parameter path: nil for the usual one.
  /// - Throws: `noConfiguration` where none is named and the usual one is missing,
  ///   `configuration` with everything that is wrong.
  public static func load(_ path: String?, _ catalogue: Catalogue) throws(StartError) -> Config {
    try load(path, catalogue, with: read)
  }

  /// Reads and checks the panels alone, as `readPanels` does.
  static func loadPanels(_ path: String?, _ catalogue: Catalogue) throws(StartError) -> Config {
    try load(path, catalogue, with: readPanels)
  }

  private static func load(
    _ path: String?, _ catalogue: Catalogue,
    with read: (_ bytes: [UInt8], _ file: String, Catalogue) throws(ConfigError) -> Config
  ) throws(StartError) -> Config {
    let usual = catalogue.configPath
    guard path != nil || FileBytes.exists(usual) else {
      throw .noConfiguration(
        "\(usual): there is no configuration; run sudo tealight setup, name "
          + "another file, or try it without one: tealight demo")
    }
    let path = path ?? usual
    let bytes = try bytes(of: path)
    return try StartError.wrapping { () throws(ConfigError) in
      try read(bytes, path, catalogue)
    }
  }

  /// Reads and checks the file of a board; nil where the file is not one of a board.
  public static func loadBoard(
    _ path: String, _ catalogue: Catalogue
  ) throws(StartError) -> Board? {
    let bytes = try bytes(of: path)
    return try StartError.wrapping { () throws(ConfigError) in
      try readBoard(bytes, file: path, catalogue)
    }
  }

  private static func bytes(of path: String) throws(StartError) -> [UInt8] {
    do throws(Diagnostic) { return try FileBytes.read(path) } catch {
      throw .configuration([error])
    }
  }
}

extension StartError {
  /// The result of `body`, which reads a configuration. With a bad configuration the program cannot
  /// start.
  public static func wrapping<Value>(
    _ body: () throws(ConfigError) -> Value
  ) throws(StartError) -> Value {
    do throws(ConfigError) { return try body() } catch { throw .configuration(error.diagnostics) }
  }
}
