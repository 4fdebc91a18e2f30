import Bytes
import Directory

/// Refusals about what the client is, and what proves it.
extension RefusalSides {
  var aboutClient: String? {
    switch refusal.kind {
    case .credentialMissing, .clientCredentialsMissing: proofMissing
    case .credentialsInvalidLegacy where sent("client_secret") == nil && sent("client_assertion") == nil: proofMissing
    case .credentialFromPublicClient: proofSuperfluous
    case .crossOriginNotPermitted: otherOrigin
    case .noRedirectURIRegistered:
      client.map { "'\($0.alias)' has no redirect URI at all: register the one that is sent" }
    case .replyAddressMissing:
      "the sign-in named a redirect_uri and the redemption names none: send the same one in both"
    case .singleTenantApplication: audience("takes accounts of its own tenant alone")
    case .personalAccountsOnly: audience("takes personal accounts alone, so the authority has to be /consumers")
    case .organizationAccountsOnly: audience("takes work and school accounts alone")
    case .servicePrincipalMissing:
      "\(name) is registered, and the tenant has no service principal of it: an administrator has to consent there, or to make one"
    case .tenantIdentifierInvalid: tenant
    case .clientIDNotGUID: namedOtherwise
    case .noTenantInformation, .grantNotOnCommon:
      "the request went to an address without a tenant (common, organizations or consumers), where this grant cannot know which one is meant: "
        + "put the tenant's id or domain in the authority"
    default: nil
    }
  }

  /// What the registration has that could prove the client: `2 secrets and a certificate`.
  private var proofs: String {
    guard let client else { return "no credential" }
    let counts = [
      (client.secrets.count, "secret"), (client.certificates.count, "certificate"),
      (client.federatedCredentials.count, "federated credential"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { $0.0 == 1 ? "a \($0.1)" : "\($0.0) \($0.1)s" }
    return words.isEmpty ? "no credential" : words.joined(separator: " and ")
  }

  private var proofMissing: String? {
    guard let client else { return nil }
    let platform = sent("redirect_uri").flatMap { uri in
      RedirectURIRules.match(uri, among: client.redirectURIs).map { (uri: uri, platform: $0.platform) }
    }
    var sentence = "neither client_secret nor client_assertion was sent, and \(name) has \(proofs)"
    switch sent("grant_type") {
    case "refresh_token":
      sentence += "; a renewal has to prove the client as the sign-in did: its refresh token is one of the platform web"
    case "client_credentials": break
    case "authorization_code": break
    default: sentence += "; without one the registration has to allow public client flows"
    }
    if let platform, platform.platform == .web {
      sentence +=
        "; the redirect URI '\(platform.uri)' is registered on the platform web: an app on a device or in a terminal belongs on "
        + "native, and a page without a server on spa"
    }
    return sentence
  }

  private var proofSuperfluous: String? {
    guard let client else { return nil }
    let what = sent("client_assertion") == nil ? "client_secret" : "client_assertion"
    let uri = sent("redirect_uri").flatMap { RedirectURIRules.match($0, among: client.redirectURIs) }
    return "\(what) was sent, and the grant is one of a public client"
      + (uri.map { ": its redirect URI is registered on the platform \($0.platform.rawValue)" }
        ?? (client.allowsPublicClientFlows ? ": \(name) allows public client flows and has \(proofs)" : ""))
      + "; leave it out, or register the redirect URI on the platform web"
  }

  private var otherOrigin: String? {
    guard let client else { return nil }
    let uri = sent("redirect_uri").flatMap { RedirectURIRules.match($0, among: client.redirectURIs) }
    return "a script of \(refusal.arguments[.origin] ?? "a page") redeems, and the redirect URI"
      + (uri.map { " is registered on the platform \($0.platform.rawValue)" } ?? " is not one of a single-page app")
      + ": register it on the platform spa, or let the app's server redeem"
  }

  private func audience(_ what: String) -> String? {
    guard let client else { return nil }
    return "\(name) \(what) (for \(client.audience.rawValue))"
      + (client.audience == .singleTenant
        ? ": name its tenant in the authority, or register it for several tenants" : "")
  }

  /// A client_id that names an app in another way than by its client id.
  private var namedOtherwise: String? {
    guard let came = sent("client_id") else { return nil }
    let app =
      directory.resource(named: came)
      ?? directory.applicationsInOrder.first {
        ASCII.equalIgnoringCase($0.alias, came) || ASCII.equalIgnoringCase($0.displayName, came)
      }
    return "client_id came as '\(came)', which is not a GUID"
      + (app.map { ": the client id of '\($0.alias)' is \($0.id)" } ?? "")
  }

  private var tenant: String? {
    let came = refusal.arguments[.tenant] ?? ""
    let known = directory.tenantsInOrder.flatMap { ["\($0.id)", $0.initialDomain] }
    return "no tenant has the id or domain '\(came)'; this world has "
      + SpellingDifference.listed(came, among: known, none: "none")
  }
}
