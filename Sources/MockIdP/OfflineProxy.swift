import Bytes
import Crypto
import HTTPServer
import HTTPWire
import Policy
import Scenarios
import Time

/// The HTTP port as a forward proxy: Microsoft's names and this server's own are answered here, every other host is refused, so
/// that a test proves it is offline. Refusals stand in the journal.
struct OfflineProxy: ProxyPolicy {
  /// Further names of this server.
  let ownNames: [String]
  let world: World

  func decide(on authority: HTTPAuthority) -> ProxyDecision {
    let host = ASCII.lowercased(authority.host)
    if MicrosoftHosts.role(of: host) != nil || isOwn(host) { return .serve }
    var exchange = Exchange(
      traceID: world.entropy.guid(), correlationID: world.entropy.guid(), startedAt: world.now, method: "CONNECT",
      host: host, path: "")
    exchange.endpoint = .proxy
    exchange.status = 403
    exchange.because("→ refused: \(host) is no host that is answered here, and nothing goes out")
    world.journal.record(exchange)
    return .refuse(
      HTTPResponse(
        status: 403, fields: ["Content-Type": "application/json; charset=utf-8"],
        body: Array(#"{"error":"offline"}"#.utf8)))
  }

  private func isOwn(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "[::1]"
      || ownNames.contains { ASCII.equalIgnoringCase($0, host) }
  }
}
