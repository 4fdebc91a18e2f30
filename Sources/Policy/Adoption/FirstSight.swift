import Bytes
package import Crypto
package import Directory

/// The parts of one request that a directory may not know yet, before anything is decided.
package struct FirstSight: Sendable {
  /// The tenant as the path names it: an id, a domain, `common` or the like.
  package var tenant: String
  /// The `client_id`; nil when the request has none.
  package var clientID: String?
  /// The `redirect_uri`; nil when the request has none.
  package var redirectURI: String?
  /// The `scope`, or `resource` with `/.default`; nil when the request has neither.
  package var scope: String?
  /// The client secret; nil when the client sent none.
  package var secret: String?
  /// The certificate that a client assertion carries (`x5c`); nil when it carries none.
  package var certificate: Certificate?
  /// The platform that the request shows its client to be of. Nil: it does not show it.
  package var platform: RedirectURIRegistration.Platform?
  /// The addresses of this server's own Graph, in small letters. They name no API that the world could take in.
  package var graphAddresses: [String] = []
  /// Whether the request is made at the token endpoint, where a client shows what it is.
  package var isRedemption = false

  package init(tenant: String) { self.tenant = tenant }

  /// The most things that one request may bring; what comes behind them is refused as unknown.
  package static let mostOfOneRequest = 32
  /// The most bytes of a name that is taken in. A longer one is neither an address nor a permission.
  package static let longestName = 1_024

  /// Whether a name can stand in a file and on a terminal: visible ASCII, and not too long.
  private static func isPlain(_ name: String) -> Bool {
    name.utf8.count <= longestName && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Something that a world took in, as the journal tells it.
  package struct Adopted: Sendable, Hashable {
    /// One line: `app 11111111-… of tenant contoso`.
    package let text: String
  }

  /// Takes in what the directory lacks and the rule allows, and returns it in that order. From then on it holds like
  /// everything else: a second secret is refused. `provisional` has the redirect URIs whose platform is a guess; the
  /// redemption settles it.
  package func takeIn(
    _ editor: inout DirectoryEditor, by rule: AdoptionRule, provisional: inout Set<String>
  ) -> [Adopted] {
    var adopted: [Adopted] = []
    if rule.contains(.registrations) {
      adopted += takeInTenant(&editor)
      adopted += takeInApplication(&editor)
      adopted += takeInRedirectURI(&editor, &provisional)
      adopted += takeInCredential(&editor)
    }
    for item in (scope.flatMap { try? ScopeList($0) })?.items ?? []
    where !item.isOpenID && Self.isPlain(item.value) && Self.isPlain(item.resource ?? "") {
      guard adopted.count < Self.mostOfOneRequest else { break }
      adopted += takeInAPI(of: item, &editor, rule)
    }
    return adopted
  }

  // MARK: Tenant and app

  private func takeInTenant(_ editor: inout DirectoryEditor) -> [Adopted] {
    let name = ASCII.lowercased(tenant)
    guard !["common", "organizations", "consumers"].contains(name), editor.state.tenant(named: name) == nil else {
      return []
    }
    let id = Tenant.ID(name)
    guard id != nil || Self.isDomain(name) else { return [] }
    let label: String
    if let id { label = "t\("\(id)".prefix(8))" } else { label = String(name.prefix { $0 != "." }) }
    let domain = id == nil ? name : "\(label).onmicrosoft.com"
    let alias = editor.state.tenant(named: label) == nil ? label : name
    let new = NewTenant(
      alias: alias, displayName: alias, domains: [domain], id: id ?? Tenant.ID(Self.derived("tenant", name)))
    editor.add(new)
    guard let made = editor.state.tenant(named: name) else { return [] }
    // Somebody must be able to sign in there.
    for (person, isAdministrator) in [("user", false), ("admin", true)] {
      let alias = editor.state.freeUserAlias(like: "\(person)-\(label)")
      let new = NewUser(
        alias: alias, displayName: isAdministrator ? "Ada Admin" : "Uma User",
        userPrincipalName: "\(person)@\(domain)", tenant: made.id)
      let id = editor.add(new)
      guard isAdministrator else { continue }
      try? editor.update(id) { $0.directoryRoles = [DirectoryRole.globalAdministrator.displayName] }
    }
    let people = "user@\(domain) and admin@\(domain), password \(SeededDirectory.password)"
    return [Adopted(text: "tenant \(made.id) (\(domain)) with \(people)")]
  }

  private static func isDomain(_ text: String) -> Bool {
    text.utf8.contains(0x2E) && text.utf8.count <= 253
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2E || $0 == 0x2D }
  }

  private func takeInApplication(_ editor: inout DirectoryEditor) -> [Adopted] {
    guard let text = clientID, let id = Application.ID(text), id.guid != .zero,
      editor.state.applications[id] == nil
    else { return [] }
    let named = editor.state.tenant(named: tenant)
    let owner = named.flatMap { $0.kind.isOrganization ? $0 : nil }
    let alias = "app-\("\(id)".prefix(8))"
    var application = Application(
      id: id, objectID: Identifier(Self.derived("object", "\(id)")),
      alias: editor.state.application(named: alias) == nil ? alias : "app-\(id)",
      displayName: "App \("\(id)".prefix(8))",
      tenant: owner?.id ?? editor.homeTenant, createdAt: editor.now)
    // A path for everybody is used by an app for everybody.
    application.audience = owner == nil ? .tenantsAndPersonal : .singleTenant
    application.allowsPublicClientFlows = secret == nil && certificate == nil
    application.issuesIDTokensFromAuthorize = true
    editor.add(application)
    let tenant = editor.state.tenants[application.tenant ?? editor.homeTenant]
    return [Adopted(text: "app \(id) ('\(application.alias)') of tenant '\(tenant?.alias ?? "")'")]
  }

  // MARK: Redirect URI

  private func takeInRedirectURI(_ editor: inout DirectoryEditor, _ provisional: inout Set<String>) -> [Adopted] {
    guard let uri = redirectURI, RedirectURIRules.isWellFormed(uri), Self.isPlain(uri),
      var application = clientID.flatMap({ Application.ID($0) }).flatMap({ editor.state.applications[$0] }),
      !application.isFirstParty
    else { return [] }
    let key = "\(application.id) \(uri)"
    if RedirectURIRules.match(uri, among: application.redirectURIs) == nil {
      guard !isRedemption else { return [] }
      let platform = platform ?? Self.platform(of: uri)
      application.redirectURIs.append(RedirectURIRegistration(uri: uri, platform: platform))
      editor.state.put(application)
      provisional.insert(key)
      return [Adopted(text: "redirect URI \(uri) (\(platform.rawValue)) of app '\(application.alias)'")]
    }
    // The client that redeems the code shows what it is.
    guard isRedemption, provisional.remove(key) != nil, let shown = platform,
      let index = application.redirectURIs.firstIndex(where: { $0.uri == uri }),
      application.redirectURIs[index].platform != shown
    else { return [] }
    application.redirectURIs[index].platform = shown
    editor.state.put(application)
    return [Adopted(text: "platform \(shown.rawValue) of redirect URI \(uri) of app '\(application.alias)'")]
  }

  /// What a redirect URI alone lets one guess: an app of a device listens on the loopback address without a path, or has a
  /// scheme of its own.
  private static func platform(of uri: String) -> RedirectURIRegistration.Platform {
    let text = ASCII.lowercased(uri)
    guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return .native }
    if text.hasSuffix("/common/oauth2/nativeclient") { return .native }
    guard text.hasPrefix("http://") else { return .web }
    let rest = text.dropFirst(7)
    let path = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
    return path.isEmpty || path == "/" ? .native : .web
  }

  // MARK: Credentials

  private func takeInCredential(_ editor: inout DirectoryEditor) -> [Adopted] {
    guard isRedemption, secret != nil || certificate != nil,
      var application = clientID.flatMap({ Application.ID($0) }).flatMap({ editor.state.applications[$0] }),
      !application.isFirstParty, !application.hasCredentials
    else { return [] }
    if let secret {
      guard (try? editor.setSecret(.text(secret), of: application.id)) != nil else { return [] }
      return [Adopted(text: "the secret of app '\(application.alias)'")]
    }
    guard let certificate else { return [] }
    let id = Identifier<ClientCertificate>(Self.derived("certificate", "\(application.id)"))
    application.certificates = [ClientCertificate(id: id, certificate)]
    editor.state.put(application)
    return [
      Adopted(
        text: "the certificate \(application.certificates[0].sha1Thumbprint) of app '\(application.alias)'")
    ]
  }

  // MARK: APIs and permissions

  private func takeInAPI(
    of item: ScopeList.Item, _ editor: inout DirectoryEditor, _ rule: AdoptionRule
  ) -> [Adopted] {
    let isGraph = item.resource.map { graphAddresses.contains(ASCII.lowercased($0)) } ?? true
    let identifier = isGraph ? ScopeList.graphURI : item.resource ?? ScopeList.graphURI
    var adopted: [Adopted] = []
    if editor.state.resource(named: identifier) == nil, rule.contains(.resources) {
      adopted += takeInAPI(named: identifier, &editor)
      if item.isDefault { grantImpersonation(of: identifier, &editor) }
    }
    guard rule.contains(.permissions), !item.isDefault, var api = editor.state.resource(named: identifier),
      api.permission(named: item.value) == nil
    else { return adopted }
    api.permissions.append(
      DelegatedPermission(
        id: Identifier(Self.derived("permission", "\(api.id)/\(item.value)")), value: item.value, needsAdmin: false,
        displayName: item.value, details: item.value))
    editor.state.put(api)
    return adopted + [Adopted(text: "permission \(item.value) of API '\(api.alias)'")]
  }

  /// `.default` of an API that was just taken in means what its users may do: `user_impersonation`, as APIs of Azure name it. The client needs
  /// no consent for it, since nobody could have given any.
  private func grantImpersonation(of identifier: String, _ editor: inout DirectoryEditor) {
    guard var api = editor.state.resource(named: identifier), api.permissions.isEmpty,
      let client = clientID.flatMap({ Application.ID($0) })
    else { return }
    let value = "user_impersonation"
    api.permissions = [
      DelegatedPermission(
        id: Identifier(Self.derived("permission", "\(api.id)/\(value)")), value: value, needsAdmin: false,
        displayName: "Access \(identifier)", details: "Access \(identifier) as you.")
    ]
    api.preauthorizedClients = [Preauthorization(client: client, scopes: [value])]
    editor.state.put(api)
  }

  private func takeInAPI(named identifier: String, _ editor: inout DirectoryEditor) -> [Adopted] {
    let id = Application.ID(identifier) ?? Application.ID(Self.derived("app", ASCII.lowercased(identifier)))
    guard editor.state.applications[id] == nil else { return [] }
    let owner = editor.state.tenant(named: tenant).flatMap { $0.kind.isOrganization ? $0 : nil }
    let alias = "api-\("\(id)".prefix(8))"
    var api = Application(
      id: id, objectID: Identifier(Self.derived("object", "\(id)")), alias: alias, displayName: identifier,
      tenant: owner?.id ?? editor.homeTenant, createdAt: editor.now)
    api.audience = owner == nil ? .tenantsAndPersonal : .singleTenant
    if GUID(identifier) == nil { api.identifierURIs = [identifier] }
    editor.add(api)
    return [Adopted(text: "API \(identifier) ('\(alias)')")]
  }

  private static func derived(_ kind: String, _ name: String) -> GUID {
    GUID(random: SHA256.hash(Array("mockidp/adopted/\(kind)/\(name)".utf8)))
  }
}
