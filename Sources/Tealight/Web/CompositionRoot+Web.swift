import Configuration
import Feeds
import Glibc
import Web

extension CompositionRoot {
  /// The settings of the site: those of the configuration, at other addresses where the command
  /// line names some.
  /// - Returns: nil where there is no site.
  /// - Throws: `usage` where other machines could connect, and the configuration has no password.
  func webSettings(_ specs: [DisplaySpec]) throws(StartError) -> Config.Web? {
    let named = specs.compactMap { spec -> ListenAddress?? in
      if case .web(let address, _) = spec { .some(address) } else { nil }
    }
    guard !named.isEmpty else { return config.web }
    var web = config.web ?? Config.Web()
    let addresses = named.compactMap { $0 }
    if !addresses.isEmpty { web.listen = addresses }
    if let reachable = web.listen.first(where: { !$0.address.isLoopback }), web.password == nil {
      throw .usage(
        "--display web: other machines can connect to \(reachable); set password_file in [web] "
          + "of the configuration")
    }
    return web
  }

  /// The opener of the site; nil where there is none.
  /// - Parameter browsers: keeps which browsers have paired, from one configuration to the next.
  func webOpener(_ settings: Config.Web?, _ browsers: LinesFile) -> WebOpener? {
    guard let settings else { return nil }
    let log: (Severity, String) -> Void = log.write
    return WebOpener(log: log) { () throws(WebError) in
      let web = try WebDesk(
        settings, certificate: try certificate(settings), browsers: browsers,
        hostName: Self.hostName)
      for address in web.missing {
        log(.warning, "this machine does not have the protocol of \(address)")
      }
      for address in web.addresses {
        log(.notice, "browsers: http\(settings.tls == nil ? "" : "s")://\(address)/")
      }
      return web
    }
  }

  private func certificate(_ settings: Config.Web) throws(WebError) -> WebServer.Certificate? {
    guard let files = settings.tls else { return nil }
    func text(_ path: String, isPrivate: Bool) throws(WebError) -> String {
      do throws(Diagnostic) {
        return String(decoding: try FileBytes.read(path, isPrivate: isPrivate), as: UTF8.self)
      } catch {
        throw .notStarted(settings.listen[0], reason: "\(error)")
      }
    }
    return WebServer.Certificate(
      chain: try text(files.certificate, isPrivate: false),
      key: try text(files.key, isPrivate: true))
  }
}

extension LinesFile {
  /// The file of the browsers that have paired.
  static func browsers(
    in folder: String?, log: @escaping (Severity, String) -> Void
  ) -> LinesFile {
    LinesFile(
      "browsers", in: folder, bytesMax: 4_096, loss: "browsers must be paired again", log: log)
  }
}
