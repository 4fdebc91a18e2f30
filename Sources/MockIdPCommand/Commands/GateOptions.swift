import Bytes
import HTTPServer
import HTTPWire
import MockIdP

/// Where a gate listens and what is behind it: what the commands share that stand before an app.
struct GateOptions: Sendable, Hashable {
  static let upstream = Option.value("--upstream", "URL", "The app behind it, such as http://localhost:3000.")
  static let upstreamAuthority = Option.value(
    "--upstream-ca", "FILE", "Trust this certificate authority for an app at https:// (default: the server's own).")
  static let host = Option.value(
    "--host", "ADDRESS", "The address to listen on (default 127.0.0.1; 0.0.0.0 for every IPv4 address).")
  static let httpsPort = Option.value("--https-port", "PORT", "The port for HTTPS (default 4433; 0 takes a free one).")
  static let httpPort = Option.value("--http-port", "PORT", "Listen in clear text too (0 takes a free port).")
  static let hostname = Option.value(
    "--hostname", "NAME", isRepeatable: true, "A further name of the site; also in its certificate.")
  static let siteFile = Option.value(
    "--site-file", "FILE", "Write where it listens there as JSON; remove it at the end. '-' prints it as one line.")
  static let quiet = Option.flag("--quiet", "No banner, and no line for what is refused.")

  static let options = [upstream, upstreamAuthority, host, httpsPort, httpPort, hostname, siteFile, quiet]

  static let defaultPort: UInt16 = 4433

  let upstream: String
  let upstreamAuthority: String?
  let host: String
  let httpsPort: UInt16
  let httpPort: UInt16?
  let hostnames: [String]
  let siteFile: String?
  let isQuiet: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    guard let upstream = arguments.value(Self.upstream) else {
      throw arguments.error("--upstream says where the app is, such as --upstream http://localhost:3000")
    }
    let rest = upstream.hasPrefix("https://") ? upstream.dropFirst(8) : upstream.dropFirst(7)
    let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
    guard upstream.hasPrefix("https://") || upstream.hasPrefix("http://"), HTTPAuthority(authority) != nil else {
      throw arguments.error("--upstream takes a URL without a path, such as http://localhost:3000, not \"\(upstream)\"")
    }
    self.upstream = upstream.hasSuffix("/") ? String(upstream.dropLast()) : upstream
    upstreamAuthority = arguments.value(Self.upstreamAuthority)
    host = arguments.value(Self.host) ?? "127.0.0.1"
    httpsPort = try arguments.number(Self.httpsPort) ?? Self.defaultPort
    httpPort = try arguments.number(Self.httpPort)
    hostnames = arguments.values(Self.hostname)
    siteFile = arguments.value(Self.siteFile)
    isQuiet = arguments.has(Self.quiet)
  }
}
