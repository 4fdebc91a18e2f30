import Expectations
import HTTPClient
import TestSupport
import Testing

@testable import MockIdP

/// A query that is too long for the login service has the service's refusal. Only a target that is longer still is refused by HTTP.
struct LongQueryTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// A target, up to the value that makes it long.
    let start: String
    /// How long the whole target is.
    let count: Int
    let status: Int
    let isTooLong: Bool
  }

  private static let authorize =
    "/common/oauth2/v2.0/authorize?client_id=\(TestClient.web.id)&response_type=code&scope=openid"
    + "&redirect_uri=http%3A%2F%2Flocalhost%2Fauth%2Fcallback&state="
  private static let saml = "/common/saml2?SAMLRequest="

  private static let rows = [("authorize", authorize), ("SAML", saml)].flatMap { name, start in
    let path = start.prefix { $0 != "?" }.utf8.count + 1
    return [
      Row(
        testDescription: "\(name), a query of 8,192 bytes", start: start, count: path + 8_192, status: 200,
        isTooLong: false),
      Row(
        testDescription: "\(name), a query of 8,193 bytes", start: start, count: path + 8_193, status: 200,
        isTooLong: true),
      Row(
        testDescription: "\(name), a target of 12,288 bytes", start: start, count: 12_288, status: 200, isTooLong: true),
      Row(
        testDescription: "\(name), a target of 12,289 bytes", start: start, count: 12_289, status: 414, isTooLong: false
      ),
    ]
  }

  @Test("is refused by who can say why", arguments: rows) func isRefused(_ row: Row) throws {
    try Running.shared { server, client in
      let target = row.start + String(repeating: "a", count: row.count - row.start.utf8.count)
      for origin in [server.endpoints.http, server.endpoints.https] {
        let answer = try client.send(method: "GET", url: origin + target)
        expectEqual(answer.status, row.status)
        let isTold = answer.text.contains("AADSTS90015: Requested query string is too long.")
        expectEqual(isTold, row.isTooLong, "\(answer.text.prefix(300))")
      }
    }
  }
}
