import Bytes
package import HTTPClient
import HTTPWire
import JOSE
import JSON
import Synchronization
import Time

/// The token service that a site trusts: one tenant of one server. Its calls wait, so they need a thread of their own.
package final class TokenSource: Sendable {
  /// `https://localhost:8443`, without a tenant.
  package let authority: String
  package let tenant: String
  private let send: Sending
  /// As they were read last; nil before that.
  private let known = Mutex(JWKSet?.none)

  /// Sends a request to the server: method, URL, header fields and body.
  package typealias Sending =
    @Sendable (String, String, [(String, String)], [UInt8]) throws(HTTPClientError) -> (status: Int, body: [UInt8])

  package init(authority: String, tenant: String, send: @escaping Sending) {
    self.authority = authority
    self.tenant = tenant
    self.send = send
  }

  /// `fields` say what the server's answers are for, when it has several worlds.
  package convenience init(authority: String, tenant: String, http: HTTPClient, fields: [(String, String)] = []) {
    self.init(authority: authority, tenant: tenant) { method, url, more, body throws(HTTPClientError) in
      let answer = try http.send(method: method, url: url, fields: fields + more, body: body)
      return (answer.status, answer.body)
    }
  }

  /// What the service said to a request for tokens.
  enum Answer {
    case tokens(JSONValue)
    /// The service's own words.
    case refused(String)
    /// There was no answer.
    case failed(String)
  }

  /// Asks the token endpoint.
  func redeem(_ form: FormFields) -> Answer {
    do throws(HTTPClientError) {
      let answer = try send(
        "POST", "\(authority)/\(tenant)/oauth2/v2.0/token",
        [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")],
        Array(form.encoded.utf8))
      guard let value = try? JSONValue.parse(answer.body), value.object != nil else {
        return .failed("the token endpoint answered \(answer.status) without JSON")
      }
      guard answer.status == 200 else {
        return .refused(value["error_description"]?.string ?? value["error"]?.string ?? "\(answer.status)")
      }
      return .tokens(value)
    } catch {
      return .failed(error.description)
    }
  }

  /// The keys that may have signed the token. A key that is not known makes it read the set again.
  func keys(for token: JWS) -> [JWK] {
    let found = known.withLock { $0?.candidates(for: token) ?? [] }
    if token.keyID != nil, !found.isEmpty { return found }
    guard
      let answer = try? send(
        "GET", "\(authority)/\(tenant)/discovery/v2.0/keys", [("Accept", "application/json")], []),
      answer.status == 200, let set = try? JWKSet.parse(answer.body)
    else { return found }
    known.withLock { $0 = set }
    return set.candidates(for: token)
  }
}
