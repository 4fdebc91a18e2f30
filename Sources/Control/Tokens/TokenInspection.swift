import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Time
import Worlds

/// What the control API tells about a signed token: whose it is, and what a careful API would find when it checks it.
struct TokenInspection {
  /// How far the clocks of server and API may differ.
  private static let tolerance = Duration.minutes(5)

  private let token: JWS
  /// The signed request that the token came in; nil for a token by itself.
  private let proof: SignedHTTPRequest?
  private let world: World
  private let directory: DirectoryState
  private let now: UnixTime

  init(_ token: JWS, _ proof: SignedHTTPRequest? = nil, in world: World, at now: UnixTime) {
    self.token = token
    self.proof = proof
    self.world = world
    self.now = now
    directory = world.directory
  }

  private func text(_ claim: String) -> String? { token.payload[claim]?.string }
  private func time(_ claim: String) -> UnixTime? { token.payload[claim]?.integer.map { UnixTime(seconds: $0) } }

  /// An ID token without `profile` has no `oid`: its user is the one whose `sub` for the app it has.
  private var user: User? {
    if let id = text("oid").flatMap({ User.ID($0) }) { return directory.users[id] }
    guard !isAccessToken, let sub = text("sub"), let tenant, let client else { return nil }
    return directory.users.values.first {
      $0.tenant == tenant.id && TokenSubject.pairwise(user: $0.id, tenant: tenant.id, recipient: client.id) == sub
    }
  }
  private var tenant: Tenant? { text("tid").flatMap { Tenant.ID($0) }.flatMap { directory.tenants[$0] } }
  private var resource: Application? { text("aud").flatMap { directory.resource(named: $0) } }

  /// The app that the token was issued to. A v1.0 token names it in `appid`, a v2.0 token in `azp`. An ID token has it in `aud`.
  private var client: Application? {
    (text("appid") ?? text("azp") ?? text("aud")).flatMap { Application.ID($0) }.flatMap { directory.applications[$0] }
  }

  private var isAccessToken: Bool {
    ["scp", "roles", "appid", "azp", "idtyp"].contains { token.payload[$0] != nil }
  }

  /// The answer to a call that inspects this token.
  var answer: JSONValue {
    let checks = checks
    var members: JSONObject = [
      "kind": isAccessToken ? "accessToken" : "idToken", "valid": .bool(checks.allSatisfy(\.isFine)),
      "checks": .array(checks.map(\.json)),
    ]
    members.append("user", user?.alias)
    members.append("client", client?.alias)
    members.append("tenant", tenant?.alias)
    members.append("resource", isAccessToken ? resource?.alias : nil)
    let remarks = TokenRemark.all(
      in: token.payload, header: token.header, isAccessToken: isAccessToken, resource: resource, client: client,
      user: user)
    if !remarks.isEmpty { members.append("remarks", .strings(remarks.map(\.sentence))) }
    members.append("header", token.header)
    members.append("claims", token.payload)
    return .object(members)
  }

  private var checks: [TokenCheck] {
    [signatureCheck, startCheck, endCheck, tenantCheck, audienceCheck, clientCheck, userCheck, proofCheck]
      .compactMap { $0 }
  }

  /// Nil for a bearer token by itself. Which request the proof was made for is not known here, so it does not count.
  private var proofCheck: TokenCheck? {
    guard let proof else {
      return token.payload["cnf"].map { _ in
        TokenCheck("cnf", false, "it is bound to a key: send the signed request, which follows PoP in Authorization")
      }
    }
    do throws(SignedHTTPRequest.Fault) {
      try proof.check(boundBy: token.payload["cnf"], at: now)
      return TokenCheck("cnf", true, "the request is signed with the key that it is bound to")
    } catch { return TokenCheck("cnf", false, error.reason) }
  }

  private var signatureCheck: TokenCheck {
    guard let id = token.keyID else { return TokenCheck("signature", false, "the header names no key (kid)") }
    guard let key = world.verificationKey(id: id, for: resource) else {
      return TokenCheck("signature", false, "no published key is '\(id)'")
    }
    var signed = token
    if let header = token.header.object.flatMap({ GraphTokenNonce.signedHeader(for: $0) }) {
      signed.signingInput =
        Array(Base64.encodeURL(JSONValue.object(header).serialized).utf8) + token.signingInput.drop { $0 != 0x2E }
    }
    let isFine = signed.verify(with: key.publicKey, algorithm: .rs256)
    return TokenCheck("signature", isFine, isFine ? "it is that of key '\(id)'" : "it is not that of key '\(id)'")
  }

  private var startCheck: TokenCheck? {
    guard let start = time("nbf") else { return nil }
    let isFine = start <= now + Self.tolerance
    return TokenCheck("nbf", isFine, "it begins at \(start.iso8601), and the world's time is \(now.iso8601)")
  }

  private var endCheck: TokenCheck {
    guard let end = time("exp") else { return TokenCheck("exp", false, "it never says when it ends") }
    let isFine = now <= end + Self.tolerance
    return TokenCheck(
      "exp", isFine, "it \(isFine ? "ends" : "ended") at \(end.iso8601), and the world's time is \(now.iso8601)")
  }

  private var tenantCheck: TokenCheck {
    guard let tenant else { return TokenCheck("iss", false, "tid '\(text("tid") ?? "")' is not a tenant here") }
    let issuer = text("iss") ?? ""
    let isFine = issuer.hasSuffix("/\(tenant.id)/") || issuer.hasSuffix("/\(tenant.id)/v2.0")
    return TokenCheck(
      "iss", isFine, isFine ? "it is of \(tenant.alias)" : "iss '\(issuer)' does not issue for \(tenant.alias)")
  }

  private var audienceCheck: TokenCheck {
    guard let resource else {
      return TokenCheck("aud", false, "aud '\(text("aud") ?? "")' is neither an app nor an API here")
    }
    return TokenCheck("aud", true, "it is for \(resource.alias)")
  }

  private var clientCheck: TokenCheck {
    guard let client else { return TokenCheck("client", false, "the app it was given to is not known here") }
    return TokenCheck("client", client.isEnabled, "\(client.alias) is \(client.isEnabled ? "enabled" : "disabled")")
  }

  /// Nil for an app's own token, which has no user.
  private var userCheck: TokenCheck? {
    if text("idtyp") == "app" || (isAccessToken && token.payload["scp"] == nil) { return nil }
    guard let user else { return TokenCheck("user", false, "the user it names is not known here") }
    if user.isDeleted { return TokenCheck("user", false, "\(user.alias) is deleted") }
    return TokenCheck("user", user.isEnabled, "\(user.alias) is \(user.isEnabled ? "enabled" : "disabled")")
  }
}
