import Bytes
import Crypto
package import JSON
package import Time

/// The proof that the sender of a request holds the key that its access token is bound to: what follows `PoP` in
/// `Authorization` (draft-ietf-oauth-signed-http-request-03, with the members that MSAL writes).
package struct SignedHTTPRequest: Sendable {
  /// The reason why the proof does not count, in one sentence for the journal.
  package struct Fault: Error, Hashable {
    package let reason: String
  }

  /// The request that carries the proof.
  package struct Target: Sendable {
    private let method: String
    private let authority: String
    private let path: String
    private let query: String

    /// `authority` is host and port as the client sent them; path and query are still percent-encoded.
    package init(method: String, authority: String, path: String, query: String?) {
      self.method = method
      self.authority = authority
      self.path = path
      self.query = query ?? ""
    }

    /// The members that name a part of the request, with that part. A proof need not have them.
    fileprivate var parts: [(name: String, value: String)] { [("m", method), ("u", authority), ("p", path)] }

    /// Whether `q` is that of this request: names of parameters and the hash of them with their values, or no names and
    /// the query as it is, which is how MSAL for JavaScript writes it.
    fileprivate func fits(_ q: JSONValue) -> Bool {
      guard let names = q.array?.first?.strings, let value = q.array?.dropFirst().first?.string else { return false }
      if names.isEmpty { return value == query }
      let fields = FormFields(parsing: query)
      let text = names.map { "\($0)=\(Percent.encode(fields?[$0] ?? ""))" }.joined(separator: "&")
      return value == Base64.encodeURL(SHA256.hash(Array(text.utf8)))
    }
  }

  /// By how much the clock of the sender may be wrong.
  private static let skew = Duration.minutes(5)

  /// The access token that the proof is for (`at`).
  package let accessToken: String
  private let token: JWS

  package init(_ text: String) throws(Fault) {
    do throws(JOSEError) { token = try JWS.parse(text) } catch {
      throw Fault(reason: "the signed request is not a JWS: \(error)")
    }
    guard let accessToken = token.payload["at"]?.string else { throw Fault(reason: "the signed request has no at") }
    self.accessToken = accessToken
  }

  /// Checks the key, the signature and the time. `confirmation` is `cnf` of the access token, which names the key.
  package func check(boundBy confirmation: JSONValue?, at now: UnixTime) throws(Fault) {
    guard let bound = confirmation?["kid"]?.string else { throw Fault(reason: "the access token is bound to no key") }
    guard let sent = token.payload["cnf"]?["jwk"], let thumbprint = JWK.thumbprint(of: sent) else {
      throw Fault(reason: "the signed request has no key in cnf.jwk")
    }
    guard thumbprint == bound else {
      throw Fault(reason: "the request is signed with key \(thumbprint), and the access token is bound to \(bound)")
    }
    guard let key = try? JWK(sent).key, let algorithm = token.algorithm, token.verify(with: key, algorithm: algorithm)
    else { throw Fault(reason: "the signature of the request is not that of the key in cnf.jwk") }
    guard let signed = token.time("ts") else { throw Fault(reason: "the signed request has no time in ts") }
    guard signed - Self.skew <= now, now <= signed + Self.skew else {
      throw Fault(reason: "the request was signed at \(signed.iso8601), more than five minutes off")
    }
  }

  /// Checks that the proof was made for this request, as far as it names one.
  package func check(sentTo target: Target) throws(Fault) {
    for (name, value) in target.parts {
      guard let named = token.payload[name] else { continue }
      guard let text = named.string, ASCII.equalIgnoringCase(text, value) else {
        throw Fault(reason: "\(name) of the signed request is \(named.text), and the request has \(value)")
      }
    }
    if let query = token.payload["q"], !target.fits(query) {
      throw Fault(reason: "q of the signed request is not that of the request")
    }
  }
}
