import Bytes
import HTTPClient
import JSON
import MockIdP
import Platform
import Scenarios
import Time
import Worlds

/// A running server that commands can call.
struct RemoteServer: Sendable {
  static let defaultURL = "https://localhost:8443"
  static let defaultHTTPURL = "http://localhost:8080"

  /// Scheme, host and port, without a slash at the end.
  let url: String
  /// A client that trusts the server's certificate authority.
  let http: HTTPClient
  private let certificateAuthorityPEM: String?
  private let controlToken: String?
  /// The world that calls of the control API are for; nil for the default world.
  private(set) var world: String?
  /// Where the program tells that it waits for the server; nil tells nothing.
  private let console: Console?

  /// How long one answer may take.
  private static let usualPatience = Duration.seconds(10)

  /// `patience` is how long one answer may take, and `cutoff` ends all waits before that.
  init(
    url: String, certificateAuthorityPEM: String?, controlToken: String? = nil, console: Console? = nil,
    patience: Duration = usualPatience, cutoff: Cutoff? = nil
  ) {
    self.url = url
    self.certificateAuthorityPEM = certificateAuthorityPEM
    self.controlToken = controlToken
    self.console = console
    http = HTTPClient(certificateAuthorityPEM: certificateAuthorityPEM, timeout: patience, cutoff: cutoff)
  }

  /// The server that the command line, the environment or the defaults name. Its certificate authority can come from
  /// several places: the option, the ready file, the home directory, and for a server on this machine the server's
  /// plain HTTP port. The first one that fits the server's certificate is trusted.
  ///
  /// - Throws: `CommandError` when no server answers there.
  static func find(_ location: ServerLocation, on console: Console) throws -> RemoteServer {
    var server = try findServer(location, on: console)
    server.world = location.world ?? console.variable("MOCKIDP_WORLD")
    return server
  }

  private static func findServer(_ location: ServerLocation, on console: Console) throws -> RemoteServer {
    var ready = try location.readyFile.map(readyFile)
    let named = location.url ?? ready?.control ?? console.variable("MOCKIDP_URL")
    let running = RunningServers(home: HomeFiles(environment: console.environment))
    if named == nil { ready = try only(running.alive()) }
    let url = origin(of: named ?? ready?.control ?? defaultURL)
    let token =
      location.controlToken ?? console.variable("MOCKIDP_CONTROL_TOKEN") ?? running.controlToken(at: url)
    if let path = location.certificateAuthority {
      let server = RemoteServer(
        url: url, certificateAuthorityPEM: try TextFile.read(path), controlToken: token, console: console)
      return try server.answering()
    }
    var candidates: [() -> String?] = []
    if let path = ready?.certificateAuthority { candidates.append { try? TextFile.read(path) } }
    let home = HomeFiles(environment: console.environment)
    // One that another user could have planted counts as none.
    candidates.append { (try? HomeDirectory.certificateAuthority(in: home.directory)) ?? nil }
    if url.hasPrefix("https://localhost:") || url.hasPrefix("https://127.0.0.1:") {
      let plain = origin(of: ready?.http ?? defaultHTTPURL)
      candidates.append { try? HTTPClient().send(method: "GET", url: plain + "/_mockidp/ca.pem").pem }
    }
    candidates.append { nil }
    var failure: HTTPClientError?
    for candidate in candidates {
      do throws(HTTPClientError) {
        let server = RemoteServer(
          url: url, certificateAuthorityPEM: candidate(), controlToken: token, console: console)
        _ = try server.http.open(url + "/")
        return server
      } catch {
        failure = failure ?? error
        guard error.kind == .tls else { break }
      }
    }
    throw unreachable(url, failure, isNamed: named != nil)
  }

  /// The running server, when no option names one. With several of them, the one at the default address.
  private static func only(_ running: [ReadyFile]) throws(CommandError) -> ReadyFile? {
    if running.count < 2 { return running.first }
    if let usual = running.first(where: { origin(of: $0.control) == defaultURL }) { return usual }
    let list = running.map { "\(origin(of: $0.control)) (\($0.scenario))" }.joined(separator: ", ")
    throw CommandError(
      "\(running.count) servers run here: \(list). Name one with --url URL, or in MOCKIDP_URL.")
  }

  /// This server, when it answers.
  private func answering() throws -> RemoteServer {
    do throws(HTTPClientError) {
      _ = try http.open(url + "/")
      return self
    } catch { throw Self.unreachable(url, error, isNamed: true) }
  }

  private static func unreachable(_ url: String, _ error: HTTPClientError?, isNamed: Bool) -> any Error {
    let reason = error.map { "\($0)" } ?? "No server answers at \(url)."
    let remedy =
      error?.kind == .tls
      ? "Name its certificate authority with --ca FILE."
      : isNamed
        ? "Start one with 'mockidp serve', or name another with --url URL."
        : "Start one with 'mockidp serve', or say where it is with --url URL."
    return error?.kind == .refused && !isNamed
      ? NoServer(description: "\(reason) \(remedy)") : CommandError("\(reason) \(remedy)")
  }

  private static func readyFile(_ path: String) throws(CommandError) -> ReadyFile {
    if access(path, F_OK) != 0, errno == ENOENT {
      throw CommandError("there is no \(path): the server that writes it has ended, or is not ready yet")
    }
    guard let file = ReadyFile(parsing: try TextFile.read(path)) else {
      throw CommandError("\(path) was not written by 'mockidp serve --ready-file'")
    }
    return file
  }

  /// The scheme, the host and the port of a URL.
  static func origin(of url: String) -> String {
    guard let scheme = url.firstPlace(of: "://") else { return url }
    let end = url[scheme.upperBound...].firstIndex(of: "/") ?? url.endIndex
    return String(url[..<end])
  }

  /// The same server, for calls that are about that world.
  func inWorld(_ name: String) -> RemoteServer {
    var server = self
    server.world = name
    return server
  }

  /// The same server, for a call that is told to wait that long for something.
  func waiting(_ time: Duration) -> RemoteServer {
    again(console: console, patience: time + Self.usualPatience)
  }

  /// The same server, for a call that others have a part in. It ends by the cutoff, or after a day.
  func patient(until cutoff: Cutoff) -> RemoteServer {
    again(console: console, patience: .hours(24), cutoff: cutoff)
  }

  /// The same server, for calls of which nobody is told.
  var quiet: RemoteServer { again(console: nil, patience: Self.usualPatience) }

  private func again(console: Console?, patience: Duration, cutoff: Cutoff? = nil) -> RemoteServer {
    var server = RemoteServer(
      url: url, certificateAuthorityPEM: certificateAuthorityPEM, controlToken: controlToken, console: console,
      patience: patience, cutoff: cutoff)
    server.world = world
    return server
  }

  // MARK: The control API

  private var scope: String { world.map { "/worlds/\(Percent.encodeForm($0))" } ?? "" }

  /// Calls the control API and returns its answer.
  ///
  /// - Throws: `RemoteRefusal` with the server's own words when the server refuses.
  func control(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
    try control(method, path, bytes: body?.serialized ?? [])
  }

  /// The certificate authority, which the server gives to every client without a token.
  func certificateAuthority() throws -> String {
    guard let pem = try http.send(method: "GET", url: url + "/_mockidp/ca.pem").pem else {
      throw CommandError("\(url) hands out no certificate authority")
    }
    return pem
  }

  /// Like `control`, with a body that is JSON or, for some paths, YAML.
  func control(_ method: String, _ path: String, bytes: [UInt8]) throws -> JSONValue {
    let answer = try ask(method, path, bytes, accepting: "application/json")
    return (try? JSONValue.parse(answer.body)) ?? .null
  }

  /// Like `control`, for an answer that is text and not JSON.
  func controlText(_ method: String, _ path: String) throws -> String {
    try ask(method, path, [], accepting: "*/*").text
  }

  private func ask(
    _ method: String, _ path: String, _ body: [UInt8], accepting type: String
  ) throws -> HTTPClientResponse {
    var fields = self.fields(accepting: type)
    if !body.isEmpty { fields.append(("Content-Type", "application/json")) }
    let send = { try http.send(method: method, url: controlURL(path), fields: fields, body: body) }
    let answer = try console?.waiting("Waiting for \(url)", send) ?? send()
    guard (200..<300).contains(answer.status) else {
      throw RemoteRefusal(answer.status, try? JSONValue.parse(answer.body), path: path)
    }
    return answer
  }

  /// The answer to a call whose whole path is known, whatever its status is. `world` nil means the world of this server value.
  func send(
    _ method: String, _ path: String, world: String?, type: String, body: [UInt8]
  ) throws(HTTPClientError) -> HTTPClientResponse {
    var fields = self.fields(accepting: "*/*")
    if let world = world ?? self.world { fields.append(("Mockidp-World", world)) }
    if !body.isEmpty { fields.append(("Content-Type", type)) }
    return try http.send(method: method, url: url + path, fields: fields, body: body)
  }

  func controlURL(_ path: String) -> String { "\(url)/_mockidp/v1\(scope)\(path)" }

  /// The scenario that recreates the world as it is now, with the passwords and secrets that are known in clear. Nil when the server does
  /// not tell, as one that wants a control token.
  func exportedScenario() -> Scenario? {
    guard let text = try? controlText("GET", "/export") else { return nil }
    return try? ScenarioDecoder.scenario(from: Array(text.utf8), file: "export")
  }

  /// What tells the server which world a request is for; empty for the default one.
  var worldFields: [(String, String)] {
    guard let world else { return [] }
    return [("Mockidp-World", world)] + (controlToken.map { [("Mockidp-Control-Token", $0)] } ?? [])
  }

  func fields(accepting type: String) -> [(String, String)] {
    [("Accept", type)] + (controlToken.map { [("Authorization", "Bearer \($0)")] } ?? [])
  }
}

/// No server listens at the address where the program looks by default.
struct NoServer: Error, CustomStringConvertible {
  let description: String
}

extension HTTPClientResponse {
  /// The body when it is a certificate.
  fileprivate var pem: String? { status == 200 && text.hasPrefix("-----BEGIN CERTIFICATE") ? text : nil }
}
