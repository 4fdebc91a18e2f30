import Authority
import HTTPWire
import Policy
import TestSupport
import Worlds

/// Asks endpoints what they say of a call without having them answer it.
enum AuthorityRoutesProbe {
  static var token: (any Endpoint)? {
    TestWorld.routes.endpoint(method: "POST", path: "/\(TestWorld.contoso)/oauth2/v2.0/token")
  }

  static func mayWait(_ endpoint: any Endpoint, in test: TestWorld) -> Bool {
    let base = "https://" + TestWorld.authority
    let request = HTTPRequest(
      method: "POST", path: "/", query: nil, fields: HTTPFields([]), body: [], isSecure: true,
      authority: TestWorld.authority)
    return endpoint.mayWait(
      for: Call(
        request: request,
        origin: Origin(login: base, graph: base, authority: TestWorld.authority, isSecure: true), world: test.world))
  }
}
