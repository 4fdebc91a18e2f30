import Bytes
package import Directory
package import HTTPWire
package import JOSE
import JSON
import Policy
import Synchronization
package import Time

/// The keys of issuers that apps trust by a federated credential. They are fetched when a token first needs them and
/// kept for a day of the world's time. A token whose key is not among them makes the server fetch them again, as the
/// issuer may have changed its keys.
///
/// Looking up keys never waits: it uses the keys that are there. A caller for which `needsFetch` is true calls
/// `fetch` first.
package final class IssuerKeys: Sendable {
  private struct Entry {
    /// Nil before the first success.
    var fetched: (keys: JWKSet, at: UnixTime)?
    /// Why the last fetch failed; nil when it did not.
    var fault: DocumentFault?
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// Who waits for the fetch that is under way, by the name of the key set.
    var waiters: [String: [@Sendable () -> Void]] = [:]
  }

  private static let lifetime = Duration.hours(24)

  private let source: (any DocumentSource)?
  private let state = Mutex(State())

  /// `source` nil: nothing can be fetched, and only keys that stand in a credential are known.
  package init(source: (any DocumentSource)?) { self.source = source }

  /// Whether the server has to fetch the keys that may have signed the token: it has none of them yet, they are too
  /// old, or the token's key is not among them.
  package func needsFetch(for token: JWS, of credential: FederatedCredential, at now: UnixTime) -> Bool {
    guard source != nil, credential.keySet == nil else { return false }
    return known(credential, at: now)?.candidates(for: token).isEmpty ?? true
  }

  /// The keys that may have signed the token, as far as they are known: those in the credential itself, else those that
  /// were fetched.
  /// - Throws: why the last fetch failed, when no known key fits and there was such a failure, or that there was no
  /// fetch.
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

  /// Fetches the keys of the credential's issuer and calls `whenDone`, with success or without. A caller that comes
  /// while a fetch of the same keys is under way waits for that fetch.
  package func fetch(
    _ credential: FederatedCredential, at now: UnixTime, trace: TraceContext? = nil,
    _ whenDone: @escaping @Sendable () -> Void
  ) {
    guard let source else { return whenDone() }
    let name = Self.name(credential)
    let isFirst = state.withLock { state in
      state.waiters[name, default: []].append(whenDone)
      return state.waiters[name]?.count == 1
    }
    guard isFirst else { return }
    source.perform(name, trace: trace) { (reader) throws(DocumentFault) -> JWKSet in
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

  /// Forgets all fetched keys and faults, for a world that is reset.
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
      throw DocumentFault("\(url) holds no keys: \(error)", isUnreadable: true)
    }
  }

  /// The `jwks_uri` of the issuer (OpenID Connect Discovery §4). It must have the issuer's own origin, so that no
  /// document makes this server call another server.
  private static func discover(_ issuer: String, _ reader: any DocumentReader) throws(DocumentFault) -> String {
    let url = (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    let body = try document(at: url, reader)
    guard let document = try? JSONValue.parse(body) else { throw DocumentFault("\(url) is not JSON") }
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
