import Bytes
package import Directory
package import JOSE
import JSON
import Policy
import Synchronization
package import Time

/// The keys of issuers that apps trust, fetched when they are first needed and kept for a day of the world's time. A token with a
/// key that is not among them makes them be fetched anew, as the issuer may have changed its keys.
package final class IssuerKeys: Sendable {
  private struct Entry {
    var keys: JWKSet
    var fetchedAt: UnixTime
  }

  private static let lifetime = Duration.hours(24)

  private let source: (any DocumentSource)?
  private let entries = Mutex<[String: Entry]>([:])

  /// Without a source nothing can be fetched.
  package init(source: (any DocumentSource)?) { self.source = source }

  /// Those that may have signed the token. They are the credential's own, or what stands where it says.
  package func candidates(for token: JWS, of credential: FederatedCredential, at now: UnixTime) throws(DocumentFault)
    -> [JWK]
  {
    if let text = credential.keySet {
      return (try? JWKSet.parse(Array(text.utf8)))?.candidates(for: token) ?? []
    }
    let name = credential.keysURL ?? credential.issuer
    if let known = entries.withLock({ $0[name] }), now - known.fetchedAt < Self.lifetime {
      let candidates = known.keys.candidates(for: token)
      if !candidates.isEmpty { return candidates }
    }
    let keys = try fetch(credential)
    entries.withLock { $0[name] = Entry(keys: keys, fetchedAt: now) }
    return keys.candidates(for: token)
  }

  package func forget() { entries.withLock { $0 = [:] } }

  private func fetch(_ credential: FederatedCredential) throws(DocumentFault) -> JWKSet {
    let url: String
    if let given = credential.keysURL { url = given } else { url = try discover(credential.issuer) }
    let body = try document(at: url)
    do throws(JOSEError) { return try JWKSet.parse(body) } catch {
      throw DocumentFault("\(url) holds no keys: \(error)")
    }
  }

  /// OpenID Connect Discovery §4. The keys must be the issuer's own, at its origin: a document must not send us elsewhere.
  private func discover(_ issuer: String) throws(DocumentFault) -> String {
    let url = (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    let body = try document(at: url)
    guard let document = try? JSONValue.parse(body) else { throw DocumentFault("\(url) is no JSON") }
    guard document["issuer"]?.string?.hasSameBytes(as: issuer) ?? false else {
      throw DocumentFault("\(url) is of the issuer \(document["issuer"]?.string ?? "of no name")")
    }
    guard let keys = document["jwks_uri"]?.string, FetchableURL.haveSameOrigin(keys, issuer) else {
      throw DocumentFault("\(url) names no jwks_uri at the issuer's own origin; give the keys as keysUrl")
    }
    return keys
  }

  private func document(at url: String) throws(DocumentFault) -> [UInt8] {
    guard let source else { throw DocumentFault("nothing is fetched here") }
    guard FetchableURL.admits(url) else { throw DocumentFault("\(url) may not be fetched") }
    return try source.document(at: url)
  }
}
