import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Time
import Worlds

/// A token of another issuer as the proof of a client (Microsoft: "Workload identity federation").
struct FederatedAssertion {
  private static let longestLife = Duration.seconds(25 * 3_600)

  let token: JWS
  /// The text as it came.
  let text: String
  let issuer: String
  let request: TokenRequest

  /// Checks issuer, audience and subject, then the signature, then the time.
  ///
  /// - Throws: the refusal of the first that is wrong.
  func check(_ exchange: inout Exchange) throws(Refusal) {
    if let blueprint = request.client.agentBlueprint {
      return try AgentProof(token: token, request: request).check(of: blueprint, &exchange)
    }
    let credential = try credential(&exchange)
    try checkSignature(credential, ownKey: ownKey, &exchange)
    try checkLifetime(&exchange)
    try ClientAssertion.checkTime(token, text, request, &exchange)
    exchange.because("the assertion fits the federated credential \(credential.name)")
  }

  /// Lets the server fetch the issuer's keys when it needs them for the signature. It fetches only for an issuer that
  /// the app registration trusts: an assertion alone must not make the server send requests.
  ///
  /// - Throws: `PostponedAnswer`.
  func awaitKeys(_ exchange: Exchange) throws {
    // A copy, since `check` writes the same sentences into the journal later.
    var exchange = exchange
    guard !request.call.hasWaited, ownKey == nil, ownKeys == nil, standInKey == nil,
      let credential = try? credential(&exchange)
    else {
      return
    }
    let (keys, now) = (request.call.world.issuerKeys, request.call.now)
    guard keys.needsFetch(for: token, of: credential, at: now) else { return }
    throw PostponedAnswer { [trace = exchange.trace] in keys.fetch(credential, at: now, trace: trace, $0) }
  }

  /// The key that the token names, when this server is the issuer; else nil.
  private var ownKey: SigningKey? {
    let key = issuesHere ? token.keyID.flatMap { request.call.world.keys.published(id: $0) } : nil
    return key ?? ownKeys?.first
  }

  /// The keys of the issuer that the token names, when the issuer is this server by another name or in another world. Nil
  /// when it is another server.
  private var ownKeys: [SigningKey]? {
    request.call.world.otherServers?.ownKeys(ofIssuer: issuer, signing: token.keyID)
  }

  /// The key of this world that signed the token although another server is its issuer. Such a token was ordered from the
  /// control API, which stands in for clusters and pipelines. The claim `mockidp` says so: another mockidp may have the same keys
  /// and be an issuer of its own.
  private var standInKey: SigningKey? {
    guard token.payload["mockidp"]?.string == "standIn",
      let key = token.keyID.flatMap({ request.call.world.keys.published(id: $0) }),
      token.verify(with: key.publicKey, algorithm: .rs256)
    else { return nil }
    return key
  }

  /// The federated credential of the app with the token's issuer, audience and subject, which are compared in this
  /// order.
  private func credential(_ exchange: inout Exchange) throws(Refusal) -> FederatedCredential {
    let ownKey = ownKey
    if ownKey != nil, token.payload["scp"] != nil || token.payload["preferred_username"] != nil {
      throw Refusal(.federatedAssertionOfUser)
    }
    guard !request.client.federatedCredentials.isEmpty else {
      throw .federatedCredentialsMissing(clientID: "\(request.client.id)", name: request.client.displayName)
    }
    let ofIssuer = request.client.federatedCredentials.filter { $0.issuer.hasSameBytes(as: issuer) }
    guard !ofIssuer.isEmpty else {
      if ownKey != nil { throw Refusal(.federatedAssertionFromEntra) }
      exchange.because("'\(request.client.alias)' trusts no issuer \(issuer)")
      throw .federatedIssuerMismatch(issuer)
    }
    let audiences = token.payload["aud"]?.strings ?? [token.payload["aud"]?.string].compactMap { $0 }
    // A token of this service says the id of the exchange's API in the place of its URI (observed).
    let isForExchange = audiences.contains("\(WellKnown.tokenExchange)")
    let ofAudience = ofIssuer.filter {
      audiences.contains($0.audience) || isForExchange && $0.audience == FederatedCredential.defaultAudience
    }
    guard !ofAudience.isEmpty else {
      throw .federatedAudienceMismatch(audiences.first ?? "", ofEntra: ownKey != nil)
    }
    // A token of this service has to be one for the exchange, whatever the credential says.
    if ownKey != nil, !isForExchange,
      !ofAudience.contains(where: { $0.audience == FederatedCredential.defaultAudience })
    {
      throw Refusal(.federatedAudienceForbidden, [.audience: audiences.first ?? ""])
    }
    let subject = token.payload["sub"]?.string ?? ""
    guard let credential = ofAudience.first(where: { fits($0, subject) }) else {
      guard ofAudience.contains(where: { ASCII.equalIgnoringCase($0.subject, subject) }) else {
        if ownKey != nil, let needed = AppTokenSubject.ofAnyTenant(subject) {
          throw .federatedSubjectNotEqual(subject, needed: needed)
        }
        throw .federatedSubjectMismatch(subject)
      }
      throw .federatedSubjectNotMatching(subject)
    }
    if ownKey != nil, isOfOwnTenant { try checkIdentity() }
    return credential
  }

  private func fits(_ credential: FederatedCredential, _ subject: String) -> Bool {
    guard let text = credential.expression else { return credential.subject.hasSameBytes(as: subject) }
    return (try? ClaimsExpression(text, issuer: credential.issuer))?.admits(token.payload) ?? false
  }

  /// A token of this service proves an app when it is that of a managed identity of the app's tenant, or one that Azure DevOps got for a
  /// service connection.
  private func checkIdentity() throws(Refusal) {
    let owner = guid("oid").flatMap { request.directory.servicePrincipals[ServicePrincipal.ID($0)] }
    let isIdentity = owner.flatMap { request.directory.applications[$0.application]?.managedIdentityResource } != nil
    guard isIdentity || isOfConnection else { throw Refusal(.federatedAssertionOfApp) }
    guard let home = request.client.tenant, (owner?.tenant ?? guid("tid").map { Tenant.ID($0) }) != home else { return }
    throw .federatedAssertionOfOtherTenant(issuer)
  }

  /// Whether one of Microsoft's own apps got the token for a connection, which its subject names.
  private var isOfConnection: Bool {
    let holder = guid("azp").flatMap { request.directory.applications[Application.ID($0)] }
    return holder?.isFirstParty == true && token.payload["sub"]?.string?.hasPrefix("/eid1/") == true
  }

  private func guid(_ claim: String) -> GUID? { token.payload[claim]?.string.flatMap { GUID($0) } }

  /// Tokens of other issuers may live for 25 hours (observed: a whole answer of 2022).
  private func checkLifetime(_ exchange: inout Exchange) throws(Refusal) {
    guard ownKey == nil, let issued = token.time("iat") ?? token.time("nbf"), let expires = token.time("exp"),
      expires - issued > Self.longestLife
    else { return }
    exchange.because("the assertion lives from \(issued.iso8601) to \(expires.iso8601), more than 25 hours")
    throw .federatedAssertionLivesTooLong(issuedAt: issued, expires: expires)
  }

  /// Only RS256. The keys are those of the credential's issuer, or this server's for its own tokens.
  private func checkSignature(
    _ credential: FederatedCredential, ownKey: SigningKey?, _ exchange: inout Exchange
  ) throws(Refusal) {
    var keys = [ownKey?.publicKey].compactMap { $0 }
    if keys.isEmpty, ownKeys == nil, standInKey != nil {
      exchange.because("this server signed the assertion in the place of \(issuer)")
      return
    }
    if keys.isEmpty, ownKeys == nil {
      do throws(DocumentFault) {
        keys = try request.call.world.issuerKeys.candidates(for: token, of: credential, at: request.call.now).map(\.key)
      } catch {
        exchange.because("the keys of \(issuer) cannot be had: \(error)")
        throw Refusal(error.isUnreadable ? .federatedKeysUnreadable : .federatedKeysUnreachable)
      }
    }
    let name = token.keyID ?? ""
    guard !keys.isEmpty else {
      guard ownKeys == nil else {
        throw .assertionSignatureInvalid(thumbprint: name, reason: "The key was not found.")
      }
      exchange.because("\(issuer) publishes no key \(name)")
      throw .federatedKeyNotPublished(name, issuer: issuer)
    }
    guard keys.contains(where: { token.verify(with: $0, algorithm: .rs256) }) else {
      throw .assertionSignatureInvalid(
        thumbprint: name, reason: "The key was found, but use of the key to verify the signature failed.")
    }
  }

  /// Whether a tenant of this world issued the token, whatever the server is called in it. Another world knows its own
  /// identities, which this one cannot look up: its token counts as that of any other issuer that the app trusts.
  private var isOfOwnTenant: Bool {
    let segments = issuer.split(separator: "/")
    return request.directory.tenants.keys.contains { segments.contains("\($0)") }
  }

  private var issuesHere: Bool {
    let own = request.call.origin.issuer
    return request.directory.tenants.keys.contains { issuer == own.v2($0) || issuer == own.v1($0) }
  }
}
