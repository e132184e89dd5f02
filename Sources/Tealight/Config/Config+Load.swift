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
    let bytes: [UInt8]
    do throws(Mistake) { bytes = try FileBytes.read(path) } catch { throw .configuration([error]) }
    return try read(bytes, file: path, catalogue)
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
    var reader = ConfigReader(catalogue)
    reader.read(root)
    guard reader.mistakes.isEmpty else {
      // Those of the file itself first, then those of the boards that it names.
      let order = { (place: Place) in (place.file == file ? "" : place.file, place.line ?? 0) }
      throw .configuration(reader.mistakes.sorted { order($0.place) < order($1.place) })
    }
    return reader.config
  }
}
