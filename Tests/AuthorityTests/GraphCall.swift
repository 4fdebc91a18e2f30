import Bytes
import Graph
import HTTPWire
import Policy
import TestSupport
import Worlds

extension TestWorld {
  /// Calls Microsoft Graph with an access token.
  /// `scheme` is the word before the token; the query follows the path.
  func graph(
    _ path: String = "/v1.0/me", method: String = "GET", token: String, body: String = "", scheme: String = "Bearer",
    query: String? = nil
  ) throws -> HTTPResponse {
    let request = HTTPRequest(
      method: method, path: path, query: query,
      fields: HTTPFields([("Authorization", "\(scheme) \(token)"), ("Content-Type", "application/json")]),
      body: Array(body.utf8),
      isSecure: true, authority: TestWorld.authority)
    let base = "https://" + TestWorld.authority
    let call = Call(
      request: request,
      origin: Origin(login: base, graph: base, authority: TestWorld.authority, isSecure: true), world: world)
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: call.now, method: method, host: request.authority, path: path)
    guard let endpoint = GraphEndpoints().endpoint(for: path) else { throw TestFault("no endpoint at \(path)") }
    return try endpoint.respond(to: call, &exchange)
  }
}
