import Configuration

extension Daemon {
  /// The beginning of each recording, whatever its version.
  public static var recordingBeginning: String { RecordingHead.kind + " " }

  /// Runs the configured feeds and keeps what comes over the wire, until a signal or the time ends
  /// it. A daemon may run beside it: its broker, hooks, lines and files are left alone.
  /// - Parameters:
  ///   - path: the file; it is made anew.
  ///   - milliseconds: for how long; nil without end.
  ///   - configPath: nil for the usual one.
  ///   - specs: the displays that show it meanwhile; empty for none.
  /// - Throws: what a start throws, and `usage` where the file cannot be written.
  public static func record(
    _ path: String, milliseconds: Int64?, configPath: String?, _ specs: [DisplaySpec],
    _ signals: Signals, _ log: Log
  ) throws(StartError) {
    let catalogue = Catalogue()
    var config = try Config.load(configPath, catalogue)
    for warning in config.warnings { log.write(.warning, "\(warning)") }
    config.leaveAlone(allBut: specs)
    var environment = Environment.real(log)
    let start = environment.clock.now()
    let head = RecordingHead(
      start: start, utcOffsetSeconds: environment.clock.utcOffsetSeconds(at: start.wall),
      seed: environment.seed, configuration: try Config.text(configPath, catalogue))
    let recorder = try Recorder(
      environment.transport, path: path, head: head, milliseconds: milliseconds
    ) {
      signals.isStopAsked
    }
    environment = Environment(
      transport: recorder, clock: environment.clock, clockWatch: environment.clockWatch,
      seed: environment.seed, needsDisplay: false)
    try run(config, specs, catalogue, signals, log, in: environment)
    recorder.flush()
    if let failure = recorder.failure { throw .usage(failure) }
  }

  /// Plays a recording through the whole program, by the recording's own clock.
  /// - Parameters:
  ///   - speed: how many times faster than life; infinity: as fast as it goes.
  ///   - configPath: the configuration from which displays, look, alerts and hooks are taken, in
  ///     place of what was configured then. The markets and their sources are the recording's.
  ///     Nothing that is run, opened or written ever comes from the recording (`TOML.recordable`).
  ///   - specs: in place of the configured displays, where there are any.
  /// - Throws: what a start throws; `configuration` where the file is no recording, or is damaged,
  ///   once everything before that place was played.
  public static func replay(
    _ path: String, speed: Double, configPath: String?, _ specs: [DisplaySpec],
    _ signals: Signals, _ log: Log
  ) throws(StartError) {
    let catalogue = Catalogue()
    let recording = try Recording(path, speed: speed)
    var config = try recording.config(catalogue)
    if let note = recording.leftOut { log.write(.notice, note) }
    // The machine that plays it is another board than the one that recorded it, and may be a hub
    // that the recorder followed.
    config.mqtt?.name = "recording"
    if let configPath {
      // The site is shown only if a display asks for it: else it would take the port of the daemon.
      // Nothing but the site needs a secret.
      let isSite = specs.contains(where: \.isWeb)
      var own = catalogue
      if !isSite { own.standInSecret = .unread }
      let other = try Config.load(configPath, own)
      config.show(as: other)
      if isSite { config.web = other.web }
    }
    guard !specs.isEmpty || speed == 1 else {
      throw .usage("panels need real time; use --speed with another --display")
    }
    let environment = Environment(
      transport: recording, clock: recording.clock, seed: recording.head.seed,
      reachesBroker: false, waitsForReader: true)
    try run(config, specs.isEmpty ? [.panels] : specs, catalogue, signals, log, in: environment)
    if let diagnostic = recording.diagnostic { throw .configuration([diagnostic]) }
  }
}

extension Config {
  /// What a recording keeps of a configuration's file.
  fileprivate static func text(
    _ path: String?, _ catalogue: Catalogue
  ) throws(StartError) -> String {
    let path = path ?? catalogue.configPath
    do throws(Diagnostic) {
      return try TOML(try FileBytes.read(path), file: path).recordable.kept.text
    } catch {
      throw .configuration([error])
    }
  }

  /// Leaves out all that runs, writes or takes something, except for these displays. The recorder
  /// listens to hubs under a name of its own: two clients of one name would take the broker from
  /// each other.
  mutating func leaveAlone(allBut specs: [DisplaySpec]) {
    let own = mqtt.map { BrokerTopics($0).name } ?? ""
    // A board does not follow itself, by whatever name.
    mqtt?.hubs.removeAll { $0 == own }
    if var mqtt, !mqtt.hubs.isEmpty {
      mqtt.name = own.prefix(55) + "-recorder"
      mqtt.tellsOfItself = false
      (mqtt.discovery, mqtt.pictureEverySeconds) = (nil, nil)
      (mqtt.allowsControl, mqtt.isHub) = (false, false)
      self.mqtt = mqtt
    } else {
      mqtt = nil
    }
    hooks = hooks.map { _ in nil }
    metrics = Metrics()
    if !specs.contains(where: \.isWeb) { web = nil }
    guard !specs.contains(.panels) else { return }
    (buttons, encoders, keys, presence) = ([], [], [], nil)
  }

  /// Takes over what concerns those who look at it, and all that is run, opened or written. The
  /// metrics file is left out: a daemon that runs beside it writes that.
  mutating func show(as other: Config) {
    (settings, hooks) = (other.settings, other.hooks)
    link.documentation = other.link.documentation
    (faceFolder, marksFolder) = (other.faceFolder, other.marksFolder)
    (lighting, paper) = (other.lighting, other.paper)
    (panels, buttons, encoders, keys) = (other.panels, other.buttons, other.encoders, other.keys)
    presence = other.presence
  }
}
