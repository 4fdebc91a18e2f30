import Bytes
import Crypto
package import HTTPWire
import Pages
import Policy
package import Worlds

/// The answer to `GET /`, for a person who asks a server what it is: a page for a browser, lines of text for everybody else.
package enum WelcomeAnswer {
  package static func response(to call: Call) -> HTTPResponse {
    let discovery = "\(call.origin.login)/common/v2.0/.well-known/openid-configuration"
    let graph = "\(call.origin.graph)/v1.0/me"
    guard wantsPage(call.request) else {
      return .plain(
        200,
        """
        mockidp, a test authority in the place of Microsoft Entra ID
        authority  \(call.origin.login)/{tenant}
        discovery  \(discovery)
        graph      \(graph)
        """)
    }
    let page = WelcomePage(
      authority: call.origin.login + "/{tenant}", discovery: discovery, graph: graph,
      consolePath: call.seesConsole ? "/_mockidp/" : nil)
    let nonce = call.world.entropy.token(16)
    return HTTPResponse(
      status: 200,
      fields: [
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": page.contentSecurityPolicy.value(nonce: nonce),
        "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Vary": "Accept",
      ], body: page.html(PageConfig(nonce: nonce)))
  }

  /// Browsers name HTML when a person follows a link. Programs do not.
  private static func wantsPage(_ request: HTTPRequest) -> Bool {
    ["GET", "HEAD"].contains(request.method)
      && request.fields.all("Accept").contains { $0.firstPlace(of: "text/html") != nil }
  }
}
