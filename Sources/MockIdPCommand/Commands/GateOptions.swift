import Bytes
import Gates
import HTTPServer
import HTTPWire
import JSON
import MockIdP
import Platform

/// Where a gate listens and what is behind it: what the commands share that stand before an app.
struct GateOptions: OptionGroup {
  @Given(.value("--upstream", "URL", "The app behind it, such as http://localhost:3000."), or: "", upstream)
  var upstream: String
  @Given(
    .value(
      "--upstream-ca", "FILE", "Trust this certificate authority for an app at https:// (default: the server's own)."))
  var upstreamAuthority: String?
  @Given(
    .value("--host", "ADDRESS", "The address to listen on (default 127.0.0.1; 0.0.0.0 for every IPv4 address)."),
    or: "127.0.0.1")
  var host: String
  @Given(.value("--https-port", "PORT", "The port for HTTPS (default 4433; 0 takes a free one)."), or: 4433)
  var httpsPort: UInt16
  @Given(.value("--http-port", "PORT", "Listen in clear text too (0 takes a free port).")) var httpPort: UInt16?
  @Given(.value("--hostname", "NAME", isRepeatable: true, "A further name of the site; also in its certificate."))
  var hostnames: [String]
  @Given(
    .value(
      "--site-file", "FILE", "Write where it listens there as JSON; remove it at the end. '-' prints it as one line."))
  var siteFile: String?
  @Given(.flag("--quiet", "No banner, and no line for what is refused.")) var isQuiet: Bool

  private static func upstream(_ option: Option, _ arguments: Arguments) throws(UsageError) -> String {
    guard let upstream = arguments.value(option) else {
      throw arguments.error("--upstream says where the app is, such as --upstream http://localhost:3000")
    }
    let rest = upstream.hasPrefix("https://") ? upstream.dropFirst(8) : upstream.dropFirst(7)
    let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
    guard upstream.hasPrefix("https://") || upstream.hasPrefix("http://"), HTTPAuthority(authority) != nil else {
      throw arguments.error("--upstream takes a URL without a path, such as http://localhost:3000, not \"\(upstream)\"")
    }
    return upstream.hasSuffix("/") ? String(upstream.dropLast()) : upstream
  }

  /// How long requests in progress may take after a signal has arrived.
  private static let grace = Duration.seconds(2)
  private static let limit = Duration.seconds(3)
  /// The longest body that an app behind the gate can be sent; the platform's limit is about as high.
  private static let maximumBodyBytes = 100 << 20

  /// The relay to the app. An app at `https://` is trusted by the authority of the option, else by the server's.
  func relay(authority: String) throws -> Relay {
    Relay(
      to: upstream,
      certificateAuthorityPEM: try upstreamAuthority.map { path throws(CommandError) in try TextFile.read(path) }
        ?? authority)
  }

  /// `https://localhost:4433`.
  private func site(_ port: UInt16?) -> String {
    let name = hostnames.first ?? (["127.0.0.1", "0.0.0.0", "localhost"].contains(host) ? "localhost" : host)
    return "https://\(name)" + (port == 443 ? "" : ":\(port ?? 0)")
  }

  /// Serves until a signal comes. `facts` is what the file of the site says beside the addresses. `begin` is told the addresses before
  /// anybody else is, and gives the lines that the person reads.
  ///
  /// - Returns: the exit code.
  /// - Throws: what `begin` throws; `HTTPServerError`, `StartError` and `CommandError` when a port, a certificate or the file
  ///   cannot be had.
  func serve(
    _ handler: any HTTPHandler, signals: SignalSet, facts: JSONObject, on console: Console,
    begin: (_ site: String, _ plain: String?) throws -> [String]
  ) throws -> ExitCode {
    var configuration = HTTPServerConfiguration(clock: MachineTime.clock)
    configuration.host = host
    configuration.httpsPort = httpsPort
    configuration.httpPort = httpPort
    configuration.limits.sizes.bodyBytes = Self.maximumBodyBytes
    // Apps and libraries send longer cookies and tokens than a token service takes.
    configuration.limits.sizes.headBytes = 65_536
    configuration.tls = try SiteCertificates.provider(
      home: HomeFiles(environment: console.environment).directory, names: hostnames)
    let server = HTTPServer(configuration: configuration, handler: handler)
    try server.start()
    defer { server.stop(grace: Self.grace) }
    let site = site(server.httpsPort)
    let plain = server.httpPort.map { "http://" + site.dropFirst(8).prefix { $0 != ":" } + ":\($0)" }
    let lines = try begin(site, plain)
    defer { if let siteFile, siteFile != "-" { TextFile.remove(siteFile) } }
    var file: JSONObject = ["site": .string(site)]
    if let plain { file.append("http", .string(plain)) }
    file.append("upstream", .string(upstream))
    file.append("pid", .integer(Int64(getpid())))
    file.merge(facts.members)
    switch siteFile {
    case nil: break
    case "-": console.copy(JSONValue.object(file).text + "\n")
    case let path?: try TextFile.replace(path, with: JSONValue.object(file).prettyText + "\n")
    }
    if !isQuiet { for line in lines { console.print(line) } }
    signals.wait()
    signals.endProcess(within: Self.limit)
    return .success
  }
}
