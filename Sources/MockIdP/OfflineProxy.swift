import Bytes
import Crypto
import HTTPServer
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// The HTTP port as a forward proxy. The server answers for Microsoft's names and its own, and refuses every other
/// host, so a test that passes needs no internet. Whoever starts the server can let single hosts through. The journal
/// has an entry for each request that the proxy refused or let through.
struct OfflineProxy: ProxyPolicy {
  let hosts: MicrosoftHosts
  /// Further names of this server, in addition to `localhost` and the loopback addresses.
  let ownNames: [String]
  let passthrough: [HostPattern]
  /// The default world, whose journal has the entries of the proxy about clients that name no other world.
  let world: World
  /// Where the command of this server runs that is none of a machine with instance metadata, such as `azure-cli`. Nil: the proxy answers at the
  /// address of the metadata.
  var placeWithoutMachine: String?
  /// Finds the world that a client names by its user name.
  var finder: WorldFinder?
  /// Sees each exchange after it went into the journal.
  var watch = AnswerWatch()

  func decide(on target: ProxyTarget) -> ProxyDecision {
    let host = target.authority.host
    if let placeWithoutMachine, hosts.role(of: host) == .instanceMetadata {
      // Libraries take a 403 with the word "unreachable" for a machine without the service: containers of Docker Desktop get one (Azure Identity).
      return .refuse(
        refuse(
          target,
          "\(host) is unreachable: the command runs as \(placeWithoutMachine), where no machine tells about itself"))
    }
    if hosts.role(of: host) != nil { return .serve }
    if isOwn(host), target.isOwnPort { return .serve }
    let patterns = passthrough.filter { $0.matches(host, port: target.port) }
    if let pattern = patterns.first {
      let admits = { @Sendable (address: IPAddress) in patterns.contains { $0.admits(address) } }
      return .tunnel(
        TunnelPermit(admits: admits) {
          note(target, status: 200, "→ passed on to \(host) port \(target.port), which '\(pattern)' allows")
        } refuse: {
          refuse(target, $0, pattern)
        })
    }
    if isOwn(host) {
      // Another port of this machine belongs to another server. The usual ports 443 and 80 stand for the ports of
      // this server.
      if target.port == 443 || target.port == 80 { return .serve }
      return .refuse(
        refuse(
          target,
          "\(host) port \(target.port) is another server on this machine; list \(host) in NO_PROXY, or let it through "
            + "with --proxy-passthrough \(host):\(target.port)"))
    }
    return .refuse(
      refuse(
        target,
        "\(host) is not a host that is answered here, and nothing goes out; let it through with --proxy-passthrough \(host)"
      ))
  }

  private func refuse(_ target: ProxyTarget, _ refusal: TunnelRefusal, _ pattern: HostPattern) -> HTTPResponse {
    let host = target.authority.host
    switch refusal {
    case .notAdmitted(let addresses):
      let list = addresses.map { "\($0)" }.joined(separator: ", ")
      return refuse(
        target,
        "\(host) leads to \(list), which is not on the public internet, and '\(pattern)' is a wildcard; to go there, "
          + "name the host itself with --proxy-passthrough \(host)",
        told:
          "\(host) does not lead to the public internet, and '\(pattern)' is a wildcard; to go there, name the host "
          + "itself with --proxy-passthrough \(host)")
    case .ownPort(let address):
      return refuse(
        target,
        "\(host) leads to \(address), and port \(target.port) there is this server itself; to be served under that name, "
          + "give --hostname \(host)",
        told: "\(host) leads to this server itself; to be served under that name, give --hostname \(host)")
    case .tooMany(let limit):
      note(
        target, status: 503,
        "→ refused: there are as many tunnels as the limits allow, at most \(limit); --max-tunnels sets another limit")
      var response = HTTPResponse.plain(503, "The proxy has as many tunnels as it can hold; try again in a second.")
      response.fields.append("Retry-After", "1")
      return response
    }
  }

  /// Writes the reason into the journal, and makes the answer that tells it to the client.
  ///
  /// `told` is the reason without the addresses that the server has looked up: a client from elsewhere must not learn
  /// the addresses of a private network from the proxy. Nil when the reason has no address in it.
  private func refuse(_ target: ProxyTarget, _ reason: String, told: String? = nil) -> HTTPResponse {
    note(target, status: 403, "→ refused: \(reason)")
    let body: JSONValue = ["error": "offline", "error_description": .string("mockidp: \(told ?? reason).")]
    return HTTPResponse(
      status: 403, fields: ["Content-Type": "application/json; charset=utf-8"], body: body.serialized)
  }

  private func world(of target: ProxyTarget) -> World {
    guard let name = target.request.proxyCredentials?.name,
      case .world(let named)? = finder?.world(named: name, target.request)
    else { return world }
    return named
  }

  private func note(_ target: ProxyTarget, status: Int, _ reason: String) {
    let world = world(of: target)
    var exchange = Exchange(
      traceID: world.entropy.guid(), correlationID: world.entropy.guid(), startedAt: world.now, method: target.method,
      host: Redaction.word(target.authority.host + (target.authority.port.map { ":\($0)" } ?? "")),
      path: Redaction.path(target.path))
    exchange.endpoint = .proxy
    exchange.status = status
    exchange.because(reason)
    exchange.trace = TraceContext(target.request.fields)
    watch.answered(world.journal.record(exchange), in: world, to: nil)
  }

  private func isOwn(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "[::1]"
      || ownNames.contains { ASCII.equalIgnoringCase($0, host) }
  }
}
