import ArgumentParser
import Configuration
import Devices
import Glibc
import Tealight
import Web
import Wire

/// Asks the daemon that runs on this board, by way of its `[web]`.
struct Call: ParsableArguments {
  @Option(
    help: """
      The daemon's configuration, with its address and token. (default: the file that it reads)
      """, completion: .file())
  var config: String?

  @Option(help: "The daemon's address, if not the configured one: http://desk.local:8470")
  var url: String?

  @Option(help: "A file with the daemon's token, if not the configured one.", completion: .file())
  var tokenFile: String?

  @Option(help: "A PEM file of the CA that signed the daemon's certificate.", completion: .file())
  var caFile: String?

  func validate() throws {
    guard url.map({ $0.hasPrefix("http://") || $0.hasPrefix("https://") }) ?? true else {
      throw ValidationError("--url must begin with http:// or https://")
    }
  }

  /// Returns when the daemon has accepted the request.
  /// - Throws: `ExitCode` 69 if nobody answers who may have the token, 65 if the daemon refuses the
  ///   request. The reason is printed.
  func post(_ body: String, to path: String) throws {
    let (base, token) = try target()
    if token != nil, let stranger = Self.stranger(at: base) {
      complain(
        "\(base): the token is not sent there, because a program of the user \(stranger) listens; without TLS "
          + "only one of root, \(OwnName.user) or your own may have it; if it is your tealightd, run this "
          + "as \(stranger), else find and stop it: sudo ss -ltnp")
      throw ExitCode(69)
    }
    // Without a token the daemon requires its own address as Origin, as a browser on this board
    // sends it.
    let origin = [
      (name: "Origin", value: Self.origin(of: base)), (name: "Content-Type", value: "text/plain"),
    ]
    let bearer = token.map { [(name: "Authorization", value: "Bearer \($0.text)")] } ?? []
    do throws(Post.Failure) {
      let answer = try Post.send(
        body, to: base + path, headers: origin + bearer, userAgent: Invocation.userAgent,
        caFile: caFile)
      guard answer.status != 204 else { return }
      let text = String(decoding: answer.body.prefix(4_096), as: UTF8.self)
      let words = (text.last == "\n" ? String(text.dropLast()) : text).onOneLine
      complain(words.isEmpty ? "\(base) answers with \(answer.status)" : words)
    } catch {
      complain("\(base): \(error)")
      throw ExitCode(69)
    }
    throw ExitCode(65)
  }

  private func target() throws -> (base: String, token: Secret?) {
    do throws(StartError) {
      let own = try tokenFile.map { (path) throws(StartError) in try Self.token(path) }
      if let url { return (url.last == "/" ? String(url.dropLast()) : url, own) }
      // This reads no secrets: only a caller who needs a token must be allowed to read one.
      var catalogue = Catalogue()
      catalogue.standInSecret = .unread
      let path = config ?? catalogue.configPath
      guard config != nil || FileBytes.exists(path) else {
        throw StartError.noConfiguration(
          "\(path): there is no configuration, which says where the daemon listens; name another file "
            + "with --config, or use --url")
      }
      guard let web = try Config.load(path, catalogue).web else {
        throw StartError.noConfiguration(
          "\(path): it has no [web], so the daemon does not listen; add [web], or use --url")
      }
      let needsToken = own == nil && web.token != nil
      return (Self.base(of: web), needsToken ? try Config.load(path, Catalogue()).web?.token : own)
    } catch {
      for line in error.lines { complain(line) }
      throw ExitCode(error.exitCode)
    }
  }

  /// The user who listens at a port of this machine without TLS and who must not get the token; nil if
  /// there is none. While the daemon does not run, any user may listen there.
  private static func stranger(at base: String) -> String? {
    var trusted: Set<uid_t> = [0, geteuid()]
    if let service = getpwnam(OwnName.user) { trusted.insert(service.pointee.pw_uid) }
    // If it is unknown who listens, nothing is refused: else the command would never work on such a
    // machine.
    return stranger(hearing: ownPlaces(of: base), among: LocalListener.all(), trusting: trusted)
      .map { user in getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)" }
  }

  /// The first user who listens at one of the places and is not trusted; nil if there is none.
  static func stranger(
    hearing places: [ListenAddress], among listeners: [LocalListener], trusting trusted: Set<uid_t>
  ) -> uid_t? {
    listeners.first { listener in
      !trusted.contains(listener.user) && places.contains(where: listener.hears)
    }?.user
  }

  /// The addresses of this machine that a URL without TLS leads to; none if it leads to another machine.
  static func ownPlaces(of base: String) -> [ListenAddress] {
    let scheme = "http://"
    guard base.hasPrefix(scheme) else { return [] }
    let authority = base.dropFirst(scheme.count).prefix { $0 != "/" }.lowercased()
    let name = "localhost"
    let rest = authority.dropFirst(name.count)
    let hosts =
      authority.hasPrefix(name) ? ["127.0.0.1\(rest)", "[::1]\(rest)"] : [authority]
    return hosts.compactMap { ListenAddress($0) ?? ListenAddress("\($0):80") }
      .filter(\.address.isLoopback)
  }

  /// The origin of a URL. It lacks the port if that is the scheme's own, as does the Host that is sent
  /// with it (RFC 6454, section 6.2).
  static func origin(of base: String) -> String {
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where base.hasPrefix(scheme) && base.hasSuffix(port) {
      return String(base.dropLast(port.count))
    }
    return base
  }

  private static func token(_ path: String) throws(StartError) -> Secret {
    do throws(Diagnostic) { return try Secret(file: path, .token) } catch {
      throw .configuration([error])
    }
  }

  /// The URL of the first address that the daemon listens on, or of this machine if that is a wildcard.
  private static func base(of web: Config.Web) -> String {
    let listener = web.listen[0]
    let isLong = listener.address.bytes.count == 16
    let reached =
      listener.address.isWildcard ? IPAddress(isLong ? "::1" : "127.0.0.1")! : listener.address
    return "http\(web.tls == nil ? "" : "s")://\(ListenAddress(reached, port: listener.port))"
  }
}
