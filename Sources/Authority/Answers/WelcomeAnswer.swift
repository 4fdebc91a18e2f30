import Bytes
import Crypto
import Directory
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
    return page(at: call)
  }

  /// The page for a browser. An authority, `/{tenant}` or `/{tenant}/v2.0`, is an address that people copy out of settings: its page is 200.
  /// Any other path is not found, and its page says the same.
  package static func page(at call: Call) -> HTTPResponse {
    let page = WelcomePage(
      authority: call.origin.login + "/{tenant}",
      discovery: "\(call.origin.login)/common/v2.0/.well-known/openid-configuration",
      graph: "\(call.origin.graph)/v1.0/me", consolePath: call.seesConsole ? "/_mockidp/" : nil)
    let nonce = call.world.entropy.token(16)
    return HTTPResponse(
      status: isAuthority(call) ? 200 : 404,
      fields: [
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": page.contentSecurityPolicy.value(nonce: nonce),
        "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Vary": "Accept",
      ], body: page.html(PageConfig(nonce: nonce)))
  }

  private static func isAuthority(_ call: Call) -> Bool {
    let parts = call.request.path.split(separator: "/").map { Percent.decode(String($0)) ?? String($0) }
    guard let first = parts.first else { return true }
    guard parts.count == 1 || parts.count == 2 && parts[1] == "v2.0" else { return false }
    return ["common", "organizations", "consumers"].contains(first) || call.world.directory.tenant(named: first) != nil
  }

  /// Browsers name HTML when a person follows a link. Programs do not.
  package static func wantsPage(_ request: HTTPRequest) -> Bool {
    ["GET", "HEAD"].contains(request.method)
      && request.fields.all("Accept").contains { $0.firstPlace(of: "text/html") != nil }
  }
}
