import Configuration
import Feeds
import Glance
import Glibc
import MarketData
import State

@testable import Tealight

/// A file of that text that is in no folder.
private func withFile(_ text: [UInt8], _ body: (String) -> Void) {
  guard let file = tmpfile() else { preconditionFailure("no file can be made") }
  precondition(fwrite(text, 1, text.count, file) == text.count && fflush(file) == 0)
  body("/proc/self/fd/\(fileno(file))")
  fclose(file)
}

/// Plays a recording through the program, without a display.
private func play(_ path: String) {
  let log = Log(descriptor: -1)
  let catalogue = Catalogue()
  do throws(StartError) {
    let recording = try Recording(path, speed: .infinity)
    let config = try recording.config(catalogue)
    // Nothing is run, opened or written.
    precondition(config.hooks.allSatisfy { $0 == nil } && config.panels.isEmpty)
    precondition(config.buttons.isEmpty && config.encoders.isEmpty && config.keys.isEmpty)
    precondition(config.presence == nil)
    precondition(config.faceFolder == nil && config.marksFolder == nil)
    precondition(config.configuredAddresses.values.allSatisfy { $0.caFile == nil })
    let root = CompositionRoot(config: config, log: log)
    let loop = Loop(
      clock: recording.clock,
      feeds: FeedSet(
        root, catalogue.exchanges, seed: recording.head.seed, on: Client(recording)
      ) { _, _ in },
      desk: root.desk(catalogue.exchanges),
      outputs: Loop.Outputs(
        screens: Screens(
          [], lighting: Lighting(config.lighting, at: recording.clock.now()),
          litHours: LitHours(folder: nil, names: [], now: 0) { _ in }),
        reports: ReportLines(descriptor: sink, log: { _ in }, isStopAsked: { false }),
        hooks: Hooks(config.hooks) { _, _ in
        } log: { _, _, _ in
        }),
      stateFile: StateFile(folder: nil, StateNames(config)) { _, _ in },
      watchdog: SystemdWatchdog(watchdogMilliseconds: nil, notify: nil)
    ) { _, _ in }
    loop.run()
    if let diagnostic = recording.diagnostic {
      precondition(!diagnostic.description.contains("\n"))
    }
  } catch {
    precondition(!error.lines.isEmpty && error.lines.allSatisfy { !$0.contains("\n") })
  }
}

private let sink = open("/dev/null", O_WRONLY)
private let head = Array(
  """
  tealight-recording 1 7000 1795147950000 32400 5
  configuration markets = ["upbit:KRW-BTC"]\\n
  7000 1795147950000 #0 connect\twss://api.upbit.com/websocket/v1
  7000 1795147950000 @1 get\thttps://api.upbit.com/v1/market/all?is_details=true
  7010 1795147950010 #0 opened

  """.utf8)

/// Whatever a recording holds, it is played to its end or to its damage, in bounded time. What is fed
/// is tried as it is and behind a beginning that is good: else no run would get beyond it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let text = Array(UnsafeBufferPointer(start: bytes, count: count))
  withFile(text, play)
  withFile(head + text + [0x0A], play)
  return 0
}
