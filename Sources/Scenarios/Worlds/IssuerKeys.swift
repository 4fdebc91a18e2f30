import Bytes
package import Directory
package import JOSE
import JSON
import Policy
import Synchronization
package import Time

/// The keys of issuers that apps trust, fetched when they are first needed and kept for a day of the world's time. A token with a
/// key that is not among them makes them be fetched anew, as the issuer may have changed its keys.
///
/// The keys are looked up at once, from what is there. A caller that finds `needsFetch` has them fetched first.
package final class IssuerKeys: Sendable {
  private struct Entry {
    /// Nil before the first success.
    var fetched: (keys: JWKSet, at: UnixTime)?
    /// Why the last fetch failed; nil when it did not.
    var fault: DocumentFault?
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// Who waits for the fetch that goes on, by the issuer's name.
    var waiters: [String: [@Sendable () -> Void]] = [:]
  }

  private static let lifetime = Duration.hours(24)

  private let source: (any DocumentSource)?
  private let state = Mutex(State())

  /// Without a source nothing can be fetched.
  package init(source: (any DocumentSource)?) { self.source = source }

  /// Whether the keys that may have signed the token have to be fetched, since they are not there or too old.
  package func needsFetch(for token: JWS, of credential: FederatedCredential, at now: UnixTime) -> Bool {
    guard source != nil, credential.keySet == nil else { return false }
    return known(credential, at: now)?.candidates(for: token).isEmpty ?? true
  }

  /// Those that may have signed the token, as far as they are known. They are the credential's own, or what was fetched from where it
  /// says.
  package func candidates(for token: JWS, of credential: FederatedCredential, at now: UnixTime) throws(DocumentFault)
    -> [JWK]
  {
    if let text = credential.keySet {
      return (try? JWKSet.parse(Array(text.utf8)))?.candidates(for: token) ?? []
    }
    let known = known(credential, at: now)
    if let candidates = known?.candidates(for: token), !candidates.isEmpty { return candidates }
    if let fault = state.withLock({ $0.entries[Self.name(credential)]?.fault }) { throw fault }
    if known == nil { throw DocumentFault(source == nil ? "nothing is fetched here" : "they were not fetched") }
    return []
  }

  /// Fetches the keys of the credential's issuer and calls `whenDone`, whether they could be had or not. Callers that come while a fetch
  /// of the same keys goes on wait for that one.
  package func fetch(_ credential: FederatedCredential, at now: UnixTime, _ whenDone: @escaping @Sendable () -> Void) {
    guard let source else { return whenDone() }
    let name = Self.name(credential)
    let isFirst = state.withLock { state in
      state.waiters[name, default: []].append(whenDone)
      return state.waiters[name]?.count == 1
    }
    guard isFirst else { return }
    source.perform(name) { (reader) throws(DocumentFault) -> JWKSet in
      try Self.fetch(credential, reader)
    } _: { [self] result in
      let waiters = state.withLock { state in
        switch result {
        case .success(let keys): state.entries[name] = Entry(fetched: (keys, now))
        case .failure(let fault): state.entries[name, default: Entry()].fault = fault
        }
        return state.waiters.removeValue(forKey: name) ?? []
      }
      for waiter in waiters { waiter() }
    }
  }

  package func forget() { state.withLock { $0.entries = [:] } }

  private static func name(_ credential: FederatedCredential) -> String { credential.keysURL ?? credential.issuer }

  /// The keys that were fetched within the last day.
  private func known(_ credential: FederatedCredential, at now: UnixTime) -> JWKSet? {
    guard let fetched = state.withLock({ $0.entries[Self.name(credential)]?.fetched }),
      now - fetched.at < Self.lifetime
    else { return nil }
    return fetched.keys
  }

  private static func fetch(_ credential: FederatedCredential, _ reader: any DocumentReader) throws(DocumentFault)
    -> JWKSet
  {
    let url: String
    if let given = credential.keysURL { url = given } else { url = try discover(credential.issuer, reader) }
    let body = try document(at: url, reader)
    do throws(JOSEError) { return try JWKSet.parse(body) } catch {
      throw DocumentFault("\(url) holds no keys: \(error)")
    }
  }

  /// OpenID Connect Discovery §4. The keys must be the issuer's own, at its origin: a document must not send us elsewhere.
  private static func discover(_ issuer: String, _ reader: any DocumentReader) throws(DocumentFault) -> String {
    let url = (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    let body = try document(at: url, reader)
    guard let document = try? JSONValue.parse(body) else { throw DocumentFault("\(url) is no JSON") }
    guard document["issuer"]?.string?.hasSameBytes(as: issuer) ?? false else {
      throw DocumentFault("\(url) is of the issuer \(document["issuer"]?.string ?? "of no name")")
    }
    guard let keys = document["jwks_uri"]?.string, FetchableURL.haveSameOrigin(keys, issuer) else {
      throw DocumentFault("\(url) names no jwks_uri at the issuer's own origin; give the keys as keysUrl")
    }
    return keys
  }

  private static func document(at url: String, _ reader: any DocumentReader) throws(DocumentFault) -> [UInt8] {
    guard FetchableURL.admits(url) else { throw DocumentFault("\(url) may not be fetched") }
    return try reader.document(at: url)
  }
}
