import Bytes
import JSON
import LooseFormats

/// Says what was found in the words of scenario files. No other file of this target knows these words.
struct Vocabulary {
  /// Whether secrets stand in the scenario as the files have them.
  let withSecrets: Bool

  func tenant(_ tenant: DraftTenant) -> Branch {
    let origin = tenant.place.map { "\($0)" } ?? "made up"
    var words: [Branch] = [.text("id", tenant.id, note: tenant.isIdMadeUp ? "made up" : origin)]
    words.append(.text("displayName", tenant.displayName))
    if let kind = tenant.kind { words.append(.text("kind", kind)) }
    if !tenant.flows.isEmpty {
      // Programs greet their customers by name.
      let flows = tenant.flows.map { flow in
        let parts = [Branch.text("name", flow.name, note: "\(flow.place)"), .list("claims", [("name", "assumed")])]
        return Branch(nil, .children(parts), identity: flow.name)
      }
      words.append(Branch("userFlows", .children(flows)))
    }
    // The first is the initial one.
    let domains =
      tenant.domains.filter { $0.hasSuffix(".onmicrosoft.com") }
      + tenant.domains.filter { !$0.hasSuffix(".onmicrosoft.com") }
    let items = domains.map { domain in
      domain == tenant.defaultDomain && domain != domains.first
        ? Branch(nil, .children([.text("name", domain), Branch("isDefault", .plain("true"))]), identity: domain)
        : Branch(nil, .scalar(domain))
    }
    words.append(Branch("domains", .children(items)))
    if let country = tenant.country { words.append(.text("countryLetterCode", country)) }
    return Branch(tenant.alias, .children(words), identity: tenant.id)
  }

  func user(_ user: DraftObject) -> Branch {
    let words = user.members.members.map { Branch($0.name, json: $0.value) }
    return Branch(
      user.alias, .children(words), note: user.place.map { "\($0)" } ?? "made up",
      identity: user.members["userPrincipalName"]?.string)
  }

  func group(_ group: DraftObject) -> Branch {
    var words: [Branch] = []
    for name in ["id", "displayName", "description"] {
      if let value = group.members[name] { words.append(Branch(name, json: value)) }
    }
    words.append(.text("type", Self.kind(group.members)))
    if !group.ownerAliases.isEmpty { words.append(.list("owners", group.ownerAliases.map { ($0, nil) })) }
    if !group.memberAliases.isEmpty { words.append(.list("members", group.memberAliases.map { ($0, nil) })) }
    return Branch(
      group.alias, .children(words), note: group.place.map { "\($0)" }, identity: group.members["id"]?.string)
  }

  private static func kind(_ members: JSONObject) -> String {
    if case .array(let types)? = members["groupTypes"], types.contains("Unified") { return "microsoft365" }
    guard members["mailEnabled"] == .bool(true) else { return "security" }
    return members["securityEnabled"] == .bool(false) ? "distribution" : "mailEnabledSecurity"
  }

  // MARK: Apps

  /// `assignments` are those of the app.
  func app(_ app: DraftApp, of draft: Draft, assignments: [DraftAssignment]) -> Branch {
    let tenant = draft.tenants[app.tenant]
    let isFirstTenant = app.tenant == 0
    var words: [Branch] = [.text("clientId", app.clientId, note: idNote(app))]
    words.append(.text("displayName", app.name, note: app.first(.name).map(note)))
    words.append(.text("type", Self.type(app), note: app.kindPlace.map { "assumed from \($0)" }))
    if !isFirstTenant { words.append(.text("tenant", tenant.alias)) }
    words.append(audience(app))
    if let owners = app.member("owners"), let users = owners.json.strings {
      words.append(.list("owners", users.map { ($0, note(owners)) }))
    }
    words += platforms(app)
    words += credentials(app)
    words += permissions(app, isOfCustomers: tenant.kind != nil)
    words += api(app)
    words += Self.branches(of: assignments)
    if let claims = app.member("optionalClaims"), let json = Self.claims(claims.json) {
      words.append(Branch("optionalClaims", json: json, note: note(claims)))
    }
    if let groups = app.member("groupMembershipClaims"), let text = groups.json.string {
      words.append(.text("groupMembershipClaims", text, note: note(groups)))
    }
    for name in ["isFallbackPublicClient", "federatedCredentials"] {
      if let finding = app.member(name) { words.append(Branch(name, json: finding.json, note: note(finding))) }
    }
    if let finding = app.member("appRoleAssignmentRequired") {
      words.append(Branch("assignmentRequired", .plain("true"), note: note(finding)))
    }
    if let finding = app.member("enabled") { words.append(Branch("enabled", .plain("false"), note: note(finding))) }
    return Branch(app.alias, .children(words), identity: app.clientId)
  }

  private func note(_ finding: Finding) -> String {
    finding.isAssumed ? "assumed from \(finding.place)" : "\(finding.place)"
  }

  private func idNote(_ app: DraftApp) -> String {
    guard app.isIdMadeUp else { return app.idFinding.map(note) ?? "made up" }
    return app.idFinding.map { "made up; put it into \($0.place)" } ?? "made up"
  }

  /// A single-page or native app with a secret has a part on a server, which makes it a web app.
  private static func type(_ app: DraftApp) -> String {
    let isConfidential = !app.all(.secret).isEmpty && (app.kind == .spa || app.kind == .native)
    return isConfidential ? ClientKind.web.rawValue : app.kind.rawValue
  }

  /// Claims by kind of token, without kinds that have none.
  private static func claims(_ value: JSONValue) -> JSONValue? {
    guard case .object(let kinds) = value else { return nil }
    var output = JSONObject()
    for kind in ["idToken", "accessToken"] {
      guard case .array(let items)? = kinds[kind], !items.isEmpty else { continue }
      output.append(kind, kept(value: .array(items), " name source essential additionalProperties "))
    }
    return output.members.isEmpty ? nil : .object(output)
  }

  private func audience(_ app: DraftApp) -> Branch {
    if let said = app.first(.signInAudience) { return .text("signInAudience", said.value, note: note(said)) }
    for finding in app.all(.tenant) {
      switch ASCII.lowercased(finding.value) {
      case "common": return .text("signInAudience", "AzureADandPersonalMicrosoftAccount", note: note(finding))
      case "organizations": return .text("signInAudience", "AzureADMultipleOrgs", note: note(finding))
      case "consumers": return .text("signInAudience", "PersonalMicrosoftAccount", note: note(finding))
      default: continue
      }
    }
    return .text("signInAudience", "AzureADMyOrg", note: "assumed")
  }

  private func platforms(_ app: DraftApp) -> [Branch] {
    var words: [Branch] = []
    let rows: [(String, Fact)] = [("web", .webRedirect), ("spa", .spaRedirect), ("publicClient", .nativeRedirect)]
    for (platform, fact) in rows {
      var members: [Branch] = []
      let uris = app.all(fact)
      if !uris.isEmpty { members.append(.list("redirectUris", uris.map { ($0.value, note($0)) })) }
      if platform == "web" {
        if let url = app.first(.logoutUrl), url.value.hasPrefix("https://") || app.isProvider {
          members.append(.text("logoutUrl", url.value, note: note(url)))
        }
        let switches = ["enableAccessTokenIssuance", "enableIdTokenIssuance"].compactMap { app.member($0) }
        if !switches.isEmpty {
          members.append(
            Branch(
              "implicitGrantSettings",
              .children(switches.map { Branch($0.value, .plain("true"), note: note($0)) })))
        }
      }
      if !members.isEmpty { words.append(Branch(platform, .children(members))) }
    }
    return words
  }

  private func credentials(_ app: DraftApp) -> [Branch] {
    var words: [Branch] = []
    var secrets = app.all(.secret)
    let listed = SecretList(secrets.filter { $0.json != .null })
    if secrets.count > 1 { secrets.removeAll { Placeholder.fits($0.value) && $0.value.isEmpty } }
    if listed.count > 1 {
      let known = withSecrets ? secrets.first { !Placeholder.fits($0.value) }?.value : nil
      words.append(listed.branch(of: Self.secret(of: app), known: known, withSecrets: withSecrets))
    } else if let first = secrets.first {
      let isTaken = withSecrets && !Placeholder.fits(first.value)
      let origin = "\(first.place)"
      words.append(
        .text(
          "secret", isTaken ? first.value : Self.secret(of: app),
          note: isTaken
            ? origin
            : Placeholder.fits(first.value)
              ? "made up; put it into \(origin)" : "made up; the app's own stands in \(origin)"))
    }
    let certificates = app.all(.certificate).filter { $0.value.hasPrefix("-----BEGIN") }
    if !certificates.isEmpty {
      words.append(.list("certificates", certificates.map { ($0.value, note($0)) }))
    }
    return words
  }

  static func secret(of app: DraftApp) -> String { "\(app.alias)-secret" }

  /// Customers are not asked to consent.
  private func permissions(_ app: DraftApp, isOfCustomers: Bool) -> [Branch] {
    var words: [Branch] = []
    let isDaemon = app.kind == .daemon
    if let access = app.member("requiredResourceAccess") {
      words.append(Branch("requiredResourceAccess", json: access.json, note: note(access)))
    } else {
      let wanted = (isDaemon ? [] : app.all(.scope)) + app.all(.applicationPermission)
      let graph = wanted.filter { !$0.value.utf8.contains(0x2F) }
      let others = wanted.filter { $0.value.utf8.contains(0x2F) }
      if !graph.isEmpty { words.append(.list("permissions", graph.map { ($0.value, note($0)) })) }
      if !others.isEmpty { words.append(.list("apiPermissions", others.map { ($0.value, note($0)) })) }
    }
    if isDaemon || isOfCustomers, !words.isEmpty {
      words.append(.text("consent", "granted", note: "assumed: an administrator has consented"))
    }
    return words
  }

  private func api(_ app: DraftApp) -> [Branch] {
    var words: [Branch] = []
    var uris = app.addresses
    let scopes = app.scopes
    let hasScopes = !scopes.isEmpty || app.member("oauth2PermissionScopes") != nil
    for audience in app.all(.audience)
    where
      (audience.value.hasPrefix("api://")
      || ASCII.lowercased(audience.value).firstPlace(of: ".onmicrosoft.com/") != nil)
      && ValueShape.isRedirect(audience.value)
      && !Placeholder.fits(audience.value)
    {
      if !uris.contains(where: { $0.value == audience.value }) { uris.append(audience) }
    }
    if uris.isEmpty, hasScopes, let place = app.idFinding?.place ?? scopes.first?.place {
      uris = [Finding(.identifierUri, "api://\(app.clientId)", at: place, key: "", isAssumed: true)]
    }
    if !uris.isEmpty { words.append(.list("identifierUris", uris.map { ($0.value, note($0)) })) }
    if app.isProvider { words.append(Branch("saml", .plain("{}"))) }
    if let finding = app.member("oauth2PermissionScopes") {
      words.append(Branch("scopes", json: Self.kept(value: finding.json, Self.scopeWords), note: note(finding)))
    } else if !scopes.isEmpty {
      words.append(.list("scopes", scopes.map { ($0.value, note($0)) }))
    }
    for name in [
      "requestedAccessTokenVersion", "knownClientApplications", "preAuthorizedApplications", "acceptMappedClaims",
    ] {
      if let finding = app.member(name) { words.append(Branch(name, json: finding.json, note: note(finding))) }
    }
    if let roles = app.member("appRoles") {
      words.append(Branch("appRoles", json: Self.kept(value: roles.json, Self.roleWords), note: note(roles)))
    }
    return words
  }

  private static let scopeWords = """
     id value type isEnabled adminConsentDisplayName adminConsentDescription userConsentDisplayName userConsentDescription 
    """
  private static let roleWords = " id value displayName description allowedMemberTypes isEnabled "

  /// The members of each object of a list that the language knows.
  private static func kept(value: JSONValue, _ words: String) -> JSONValue {
    guard case .array(let items) = value else { return value }
    return .array(
      items.map { item in
        guard case .object(let object) = item else { return item }
        return .object(
          JSONObject(object.members.filter { words.firstPlace(of: " \($0.name) ") != nil && $0.value != .null }))
      })
  }

  /// Who holds which role of an app, role by role in the order in which they come.
  private static func branches(of assignments: [DraftAssignment]) -> [Branch] {
    var items: [Branch] = []
    var roles: [String] = []
    var byRole: [String: [DraftAssignment]] = [:]
    for assignment in assignments {
      let role = assignment.role ?? ""
      if byRole[role] == nil { roles.append(role) }
      byRole[role, default: []].append(assignment)
    }
    for role in roles {
      let own = byRole[role] ?? []
      var words: [Branch] = role.isEmpty ? [] : [.text("role", role)]
      for (name, kind) in [("users", DirectoryObject.Kind.user), ("groups", .group), ("apps", .servicePrincipal)] {
        let holders = own.filter { $0.kind == kind }.map { ($0.principal, Optional("\($0.place)")) }
        if !holders.isEmpty { words.append(.list(name, holders)) }
      }
      items.append(Branch(nil, .children(words), identity: role))
    }
    return items.isEmpty ? [] : [Branch("assignments", .children(items))]
  }

  // MARK: The file

  /// The keys of the whole file, in their order.
  func file(_ draft: Draft) -> [Branch] {
    var world: [Branch] = [.text("seeds", "none")]
    func section(_ name: String, _ children: [Branch]) {
      if !children.isEmpty { world.append(Branch(name, .children(children))) }
    }
    section("tenants", draft.tenants.map { tenant($0) })
    section("users", draft.users.map { user($0) })
    section("groups", draft.groups.map { group($0) })
    let assignments = Dictionary(grouping: draft.assignments, by: \.app)
    section("apps", draft.apps.map { app($0, of: draft, assignments: assignments[$0.alias] ?? []) })
    return [.text("scenario", draft.name), Branch("world", .children(world))]
  }
}
