extension Config {
  /// Reads and checks a configuration; opens no device and no socket.
  /// - Parameter path: nil for the usual one.
  /// - Throws: `noConfiguration` where none is named and the usual one is missing,
  ///   `configuration` with every mistake.
  public static func load(_ path: String?, _ catalogue: Catalogue) throws(StartError) -> Config {
    let usual = catalogue.configPath
    guard path != nil || FileBytes.exists(usual) else {
      throw .noConfiguration(
        "\(usual): there is no configuration; write one, name one with --config FILE, "
          + "or see how it looks without one: tealight demo")
    }
    let path = path ?? usual
    return try read(try bytes(of: path), file: path, catalogue)
  }

  /// Reads and checks the file of a board; nil where it is none.
  public static func loadBoard(
    _ path: String, _ catalogue: Catalogue
  ) throws(StartError) -> Config? {
    try readBoard(try bytes(of: path), file: path, catalogue)
  }

  private static func bytes(of path: String) throws(StartError) -> [UInt8] {
    do throws(Mistake) { return try FileBytes.read(path) } catch { throw .configuration([error]) }
  }

  /// Reads what a file holds.
  /// - Parameter file: what mistakes call it.
  public static func read(
    _ bytes: [UInt8], file: String, _ catalogue: Catalogue
  ) throws(StartError) -> Config {
    let root: TOML
    do throws(Mistake) { root = try TOML(bytes, file: file) } catch {
      throw .configuration([error])
    }
    return try read(root, file: file, catalogue)
  }

  /// Reads a file that is TOML already.
  static func read(
    _ root: TOML, file: String, _ catalogue: Catalogue
  ) throws(StartError) -> Config {
    var reader = ConfigReader(catalogue)
    reader.read(root)
    return try result(of: reader, file)
  }

  /// Reads a board by itself: a configuration with its panel and its inputs.
  /// - Returns: nil where the file is no board, which names its panel above all tables.
  public static func readBoard(
    _ bytes: [UInt8], file: String, _ catalogue: Catalogue
  ) throws(StartError) -> Config? {
    guard let root = try? TOML(bytes, file: file), case .table(let entries) = root.value,
      entries.contains(where: { $0.key == "panel" })
    else { return nil }
    var reader = ConfigReader(catalogue)
    reader.readBoard(root)
    return try result(of: reader, file)
  }

  private static func result(
    of reader: ConfigReader, _ file: String
  ) throws(StartError) -> Config {
    guard reader.mistakes.isEmpty else {
      // Those of the file itself first, then those of the boards that it names.
      let order = { (place: Place) in (place.file == file ? "" : place.file, place.line ?? 0) }
      throw .configuration(reader.mistakes.sorted { order($0.place) < order($1.place) })
    }
    return reader.config
  }
}
