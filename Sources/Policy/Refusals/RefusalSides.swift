import Bytes
package import Directory

/// Both sides of a refusal: what came and what is registered, the nearest first, with the letters that differ. The answer to the client stays
/// the service's; the journal tells this.
package struct RefusalSides {
  let refusal: Refusal
  /// The app of the request; nil when none was found.
  let client: Application?
  let directory: DirectoryState
  /// The value of a parameter that was sent and may be told.
  let sent: (String) -> String?

  package init(
    of refusal: Refusal, client: Application?, in directory: DirectoryState, sent: @escaping (String) -> String?
  ) {
    self.refusal = refusal
    self.client = client
    self.directory = directory
    self.sent = sent
  }

  private func fact(_ name: Placeholder) -> String { refusal.arguments[name] ?? "" }

  /// A sentence without a full stop. Nil where the text of the refusal says it all.
  package var sentence: String? {
    switch refusal.kind {
    case .redirectURIMismatch: redirectURI
    case .replyAddressMismatch:
      "the redirect URI of the redemption differs from that of the sign-in: "
        + SpellingDifference(came: fact(.redirectURI), registered: fact(.registeredURI)).words
    case .codeChallengeRequired, .crossOriginRequired: platform
    case .resourceNotFound, .resourceNotFoundLegacy: resource
    case .scopeUnknown: scope
    case .applicationNotFound: application
    case .consentRequired: consent
    case .tokenForItself: itself
    case .assertionCertificateUnknown: thumbprint
    case .federatedSubjectMismatch, .federatedSubjectNotMatching: credential(fact(.subject), "subject", \.subject)
    case .federatedIssuerMismatch: credential(fact(.issuer), "issuer", \.issuer)
    case .federatedAudienceMismatch, .federatedEntraAudienceMismatch:
      credential(fact(.audience), "audience", \.audience)
    default: aboutClient ?? aboutRequest
    }
  }

  var name: String { client.map { "'\($0.alias)'" } ?? "the app" }

  private var redirectURI: String? {
    let (came, known) = (fact(.redirectURI), client?.redirectURIs.map(\.uri) ?? [])
    let registered = "\(name) has " + SpellingDifference.listed(came, among: known, none: "no redirect URI")
    let isAfterProxy = known.contains { uri in
      came.hasPrefix("http://") && uri.hasSameBytes(as: "https://" + came.dropFirst(7))
    }
    let isBroker = ASCII.lowercased(came).hasPrefix("ms-appx-web://microsoft.aad.brokerplugin/")
    return registered + (loopback(came).map { "; \($0)" } ?? "")
      + (isBroker
        ? "; '\(came)' is what the broker of Windows sends: register it under 'Mobile and desktop applications'" : "")
      + (isAfterProxy
        ? "; only the scheme differs: the app behind a proxy does not read X-Forwarded-Proto (and X-Forwarded-Host)"
        : "")
  }

  /// What decides about an address of the user's own machine: whether its port counts, which is a matter of the platform.
  private func loopback(_ came: String) -> String? {
    guard let client, let address = URIReference(came), address.scheme == "http",
      ["localhost", "127.0.0.1"].contains(address.host)
    else { return nil }
    let asNative = client.redirectURIs.map { RedirectURIRegistration(uri: $0.uri, platform: .native) }
    if let near = RedirectURIRules.match(came, among: asNative),
      let platform = client.redirectURIs.first(where: { $0.uri.hasSameBytes(as: near.uri) })?.platform
    {
      return
        "the port of 127.0.0.1 counts on the platform \(platform.rawValue), where '\(near.uri)' is registered: register it on native "
        + "('Mobile and desktop applications')"
    }
    let path = address.path.isEmpty ? "/" : address.path
    return
      "the port of \(address.host ?? "localhost") does not count\(address.host == "localhost" ? "" : " on the platform native"), "
      + "and the path '\(path)' does: register 'http://\(address.host ?? "localhost")\(path)'"
  }

  private var platform: String? {
    guard let client, let uri = sent("redirect_uri"),
      RedirectURIRules.match(uri, among: client.redirectURIs)?.platform == .spa
    else { return nil }
    return
      "the redirect URI '\(uri)' is registered on the single-page platform; an app with a server or a secret belongs on the platform web, "
      + "one on a device or in a terminal on native"
  }

  private var resource: String? {
    let came = fact(.resource)
    let apis = directory.applicationsInOrder.filter { !$0.isFirstParty && !$0.identifierURIs.isEmpty }
    let hint =
      refusal.unknownAPI == nil
      ? ""
      : "; one of Microsoft's gets a row in world.resources, and unknownResources: allow takes in whatever is asked for"
    guard GUID(came) == nil else { return "no API of the directory has the client id \(came)" + hint }
    if let elsewhere = inOtherClouds(came) { return elsewhere }
    let known = apis.flatMap(\.identifierURIs)
    let listed = SpellingDifference.listed(came, among: known, none: "no API of one's own is registered")
    if let other = directory.resource(named: came) {
      return "'\(other.alias)' has this App ID URI, and the tenant has no service principal of it"
    }
    return "no API has the App ID URI '\(came)'; registered: \(listed)" + hint
  }

  /// Where the national cloud has an API that the public one, or another, has by that address. Nil when it is not such an address.
  private func inOtherClouds(_ uri: String) -> String? {
    guard let cloud = directory.nationalCloud else { return nil }
    var everywhere = directory
    everywhere.nationalCloud = nil
    guard let api = everywhere.resource(named: uri), cloud.has(api, elsewhereThan: uri) else { return nil }
    let own = cloud.uris(of: api.alias).joined(separator: " or ")
    return "'\(uri)' is '\(api.alias)' in another cloud; in \(cloud.rawValue) it is \(own)"
  }

  private var scope: String? {
    let came = fact(.scope)
    let api = directory.resource(named: fact(.resource))
    let owners = directory.applicationsInOrder.filter {
      $0.id != api?.id && !$0.isFirstParty && $0.permission(named: came) != nil
    }
    if let owner = owners.first, let uri = owner.identifierURIs.first {
      return
        "'\(api?.alias ?? fact(.resource))' has no scope '\(came)', and '\(owner.alias)' has: write '\(uri)/\(came)'; without an API before it a "
        + "scope is Microsoft Graph's"
    }
    guard let api else { return nil }
    let near = Suggestion.ranked(by: came, among: api.permissions.map(\.value))
    let listed = near.isEmpty ? (api.isFirstParty ? [] : api.permissions.map(\.value)) : near
    if ["group", "groups", "roles", "upn", "email_verified"].contains(ASCII.lowercased(came)) {
      return
        "'\(api.alias)' has no scope '\(came)': it is a claim, and registrations ask for claims (\(StatedMemberships.property), optionalClaims, app roles)"
    }
    return "'\(api.alias)' has no scope '\(came)'"
      + (listed.isEmpty ? "" : "; it has \(listed.prefix(8).joined(separator: ", "))")
  }

  private var application: String? {
    guard let id = Application.ID(fact(.app)) else { return nil }
    guard let app = directory.applications[id] else {
      let known = directory.applicationsInOrder.filter { !$0.isFirstParty }.map { "\($0.id)" }
      guard let near = SpellingDifference.nearest(to: "\(id)", among: known, limit: 1).first, near.distance < 6 else {
        return "no tenant of the world has an app of the id \(id)"
      }
      return "no tenant of the world has an app of the id \(id); the nearest: " + near.words
    }
    let owner = app.tenant.flatMap { directory.tenants[$0] }
    return
      "'\(app.alias)' is registered in the tenant \(owner.map { "'\($0.alias)'" } ?? "of its publisher"), for that tenant alone: ask there, "
      + "or register it for several tenants"
  }

  /// The scopes that were asked for, without OpenID Connect's.
  private var consent: String? {
    let asked = ASCII.words(sent("scope") ?? "").filter { OpenIDScope(named: $0) == nil }
    guard !asked.isEmpty, let list = try? ScopeList(asked.joined(separator: " ")) else { return nil }
    let apis = list.items.compactMap { $0.resource.flatMap(directory.resource(named:)) }
    let silent = apis.first { api in !api.isFirstParty && !api.preauthorizedClients.contains { $0.client == client?.id }
    }
    return "consent is missing: nobody has granted \(asked.joined(separator: " ")) to \(name)"
      + (silent.map { ", and '\($0.alias)' does not preauthorize \(name)" } ?? "")
  }

  private var itself: String? {
    if sent("grant_type") == "refresh_token", sent("scope") == nil {
      return "no scope was sent, so the request is one of \(name) for itself; send the scope of the first request, "
        + "or register the client and its API as two apps"
    }
    return
      "\(name) asks for its own API by '\(fact(.appName))'; ask by its client id, \(fact(.app))/.default, or register two apps"
  }

  private var thumbprint: String? {
    let came = fact(.thumbprint)
    let known = client?.certificates.map { came.utf8.count > 40 ? $0.sha256Thumbprint : $0.sha1Thumbprint } ?? []
    let sentence =
      came.isEmpty
      ? "the header of the assertion names no certificate that is known (x5t, x5t#S256 or kid)"
      : "the certificate of the assertion has the thumbprint \(came)"
    return "\(sentence); \(name) has "
      + SpellingDifference.listed(came, among: known, none: "no certificate")
  }

  private func credential(_ came: String, _ what: String, _ member: KeyPath<FederatedCredential, String>) -> String? {
    var known: [String] = []
    for credential in client?.federatedCredentials ?? [] where !known.contains(credential[keyPath: member]) {
      known.append(credential[keyPath: member])
    }
    return "the \(what) of the assertion is '\(came)'; the federated credentials of \(name) have "
      + SpellingDifference.listed(came, among: known, none: "none")
      + (what == "subject" ? GitHubSubject.remark(came, among: known).map { "; \($0)" } ?? "" : "")
  }
}
