import Bytes
import JSON
import LooseFormats

/// How a template names what is known only once it has been carried out.
struct ApplicationPlan {
  /// What the other apps of the template call this one.
  let id: String
  /// What it is called where the template computes its name.
  let name: String
  /// What stands before the permissions of a resource: nothing for Graph, `@NAME/` for another app of the template. Nil for any other.
  let resource: (String) -> String?
  /// The name of a permission whose id is an expression.
  let permission: (String) -> String?
}

extension Node {
  /// Where a member stands; the map's own line for one that it has not.
  func line(of key: String) -> Int { members.first { ASCII.equalIgnoringCase($0.key, key) }?.line ?? line }
}

/// Reads one app registration as Microsoft Graph, the older Azure AD Graph, the portal's manifest or the Azure CLI writes it, and as
/// templates do that make one.
struct ApplicationReader {
  let document: Document
  /// Nil for a registration that is there.
  var plan: ApplicationPlan?

  /// The texts of a list, or of a single text, with their lines. What a template computes is not one.
  func texts(_ node: Node?, _ key: String) -> [(text: String, line: Int)] {
    guard let node, let value = node[key] else { return [] }
    let items = value.text == nil ? value.items : [Node(kind: value.kind, line: node.line(of: key))]
    return items.compactMap { item in item.text.map { ($0, item.line) } }.filter { text, _ in
      plan == nil || !text.isEmpty && !text.utf8.contains(0x22)
    }
  }

  /// Nil for an object that is not an app registration.
  func candidate(_ app: Node) -> Candidate? {
    let id = (app["appId"] ?? app["applicationId"])?.text ?? ""
    guard plan != nil || GUID(id) != nil else { return nil }
    let name = (app["displayName"] ?? app["name"])?.text ?? ""
    let isComputed =
      plan != nil && (name.firstPlace(of: "${") != nil || name.utf8.contains { [0x22, 0x27].contains($0) })
    var candidate = document.candidate(isComputed ? plan?.name ?? "" : name)
    candidate.isExport = true
    candidate.sampleId = plan?.id
    func add(_ fact: Fact, _ keys: String...) {
      guard let key = keys.first(where: { app[$0] != nil }) else { return }
      candidate.add(fact, app[key]?.text, line: app.line(of: key), key: key)
    }
    add(.clientId, "appId", "applicationId")
    if plan == nil { add(.objectId, "objectId", "id") }
    if !isComputed { add(.name, "displayName", "name") }
    add(.signInAudience, "signInAudience")
    if candidate[.signInAudience] == nil, let isOpen = app["availableToOtherTenants"]?.bool {
      candidate.add(
        .signInAudience, isOpen ? "AzureADMultipleOrgs" : "AzureADMyOrg",
        line: app.line(of: "availableToOtherTenants"),
        key: "availableToOtherTenants")
    }
    readPlatforms(of: app, into: &candidate, skippingUnfinished: false)
    readCredentials(of: app, into: &candidate)
    for (uri, line) in texts(app, "identifierUris") {
      candidate.add(.identifierUri, uri, line: line, key: "identifierUris")
    }
    readAPI(of: app, into: &candidate)
    if plan == nil {
      let owners = (app["owners"]?.items ?? []).compactMap { $0.text ?? $0["id"]?.text }
      member("owners", .strings(owners), of: app, into: &candidate)
      member("appRoles", app["appRoles"]?.json, of: app, into: &candidate)
      member("requiredResourceAccess", app["requiredResourceAccess"]?.json, of: app, into: &candidate)
    } else {
      member("appRoles", .array((app["appRoles"]?.items ?? []).compactMap(role)), of: app, into: &candidate)
      for resource in app["requiredResourceAccess"]?.items ?? [] {
        let access = (resource["resourceAccess"]?.items ?? []).map {
          (id: $0["id"]?.text ?? "", type: $0["type"]?.text ?? "Scope", line: $0.line)
        }
        readAccess(to: resource["resourceAppId"]?.text ?? "", access, into: &candidate)
      }
    }
    for key in ["optionalClaims", "groupMembershipClaims"] { member(key, app[key]?.json, of: app, into: &candidate) }
    for key in ["isFallbackPublicClient", "allowPublicClient"] where app[key]?.bool == true {
      member("isFallbackPublicClient", true, of: app, key, into: &candidate)
    }
    if app["appRoleAssignmentRequired"]?.bool == true {
      member("appRoleAssignmentRequired", true, of: app, into: &candidate)
    }
    if app["accountEnabled"]?.bool == false { member("enabled", false, of: app, "accountEnabled", into: &candidate) }
    return candidate
  }

  func member(
    _ name: String, _ value: JSONValue?, of node: Node, _ key: String? = nil, into candidate: inout Candidate
  ) {
    switch value {
    case nil, .null: return
    case .array(let items) where items.isEmpty: return
    case .object(let object) where object.members.isEmpty: return
    case .string("None"): return
    case .some(let value):
      let key = key ?? name
      candidate.add(.member, name, line: node.line(of: key), key: key, json: value)
    }
  }

  func readPlatforms(of app: Node, into candidate: inout Candidate, skippingUnfinished: Bool) {
    let platforms: [(String, Fact)] = [("web", .webRedirect), ("spa", .spaRedirect), ("publicClient", .nativeRedirect)]
    for (platform, fact) in platforms {
      for (uri, line) in texts(app[platform], "redirectUris") {
        candidate.add(fact, uri, line: line, key: "\(platform).redirectUris")
      }
    }
    for entry in app["replyUrlsWithType"]?.items ?? [] {
      guard let url = entry["url"]?.text, !skippingUnfinished || ValueShape.isRedirect(url) else { continue }
      let fact: Fact =
        switch entry["type"]?.text {
        case "Spa": .spaRedirect
        case "InstalledClient": .nativeRedirect
        default: .webRedirect
        }
      candidate.add(fact, url, line: entry.line, key: "replyUrlsWithType")
    }
    if app["replyUrlsWithType"] == nil {
      let isNative = app["type"]?.text == "native" || app["publicClient"]?.bool == true
      for (uri, line) in texts(app, "replyUrls") {
        candidate.add(isNative ? .nativeRedirect : .webRedirect, uri, line: line, key: "replyUrls")
      }
    }
    let web = app["web"] ?? app
    let addresses: [(Fact, Node, String)] = [
      (.logoutUrl, app, "logoutUrl"), (.logoutUrl, web, "logoutUrl"), (.homePage, web, "homePageUrl"),
      (.homePage, app, "signInUrl"), (.homePage, app, "homepage"),
    ]
    for (fact, holder, key) in addresses where candidate[fact] == nil {
      candidate.add(fact, holder[key]?.text, line: holder.line(of: key), key: key)
    }
    let implicit = app["web"]?["implicitGrantSettings"] ?? app
    let switches: [(String, String)] = [
      ("enableAccessTokenIssuance", "oauth2AllowImplicitFlow"),
      ("enableIdTokenIssuance", plan == nil ? "oauth2AllowIdTokenImplicitFlow" : "oauth2AllowImplicitFlow"),
    ]
    for (name, old) in switches {
      guard let (holder, key) = [(implicit, name), (app, old)].first(where: { $0[$1]?.bool == true }) else { continue }
      member(name, true, of: holder, key, into: &candidate)
    }
  }

  private func readCredentials(of app: Node, into candidate: inout Candidate) {
    for secret in app["passwordCredentials"]?.items ?? [] {
      candidate.add(
        .secret, secret["secretText"]?.text ?? "", line: secret.line,
        key: secret["displayName"]?.text ?? "passwordCredentials", json: plan == nil ? secret.json : .null)
    }
    for certificate in app["keyCredentials"]?.items ?? [] {
      candidate.add(
        .certificate, certificate["key"]?.text ?? "", line: certificate.line,
        key: certificate["displayName"]?.text ?? "keyCredentials")
    }
  }

  private func readAPI(of app: Node, into candidate: inout Candidate) {
    let api = app["api"]
    let audience = app["signInAudience"]?.text ?? ""
    let old: [(String, String, Node?)] = [
      ("oauth2PermissionScopes", "oauth2Permissions", api?["oauth2PermissionScopes"] ?? app["oauth2PermissionScopes"]),
      ("requestedAccessTokenVersion", "accessTokenAcceptedVersion", api?["requestedAccessTokenVersion"]),
      ("knownClientApplications", "knownClientApplications", api?["knownClientApplications"]),
      ("preAuthorizedApplications", "preAuthorizedApplications", api?["preAuthorizedApplications"]),
      ("acceptMappedClaims", "acceptMappedClaims", api?["acceptMappedClaims"]),
    ]
    for (name, oldName, value) in old {
      guard let value = value ?? app[oldName], value.bool != false else { continue }
      // Ids of what a template makes are nobody's yet.
      if plan != nil, name == "knownClientApplications" { continue }
      if plan != nil, name == "preAuthorizedApplications" {
        let ids = value.items.compactMap { $0["appId"]?.text }.filter { GUID($0) != nil }
        let clients = ids.map { JSONValue.object(["appId": .string($0)]) }
        member(name, .array(clients), of: Node(kind: .null, line: value.line), into: &candidate)
        continue
      }
      if plan != nil, name == "oauth2PermissionScopes" {
        for scope in value.items {
          candidate.add(.exposedScope, scope["value"]?.text, line: scope.line(of: "value"), key: "value")
        }
        continue
      }
      // Graph says null for version 1, and the portal's manifest too.
      let isFirst = name == "requestedAccessTokenVersion" && value.isNull && !audience.hasSuffix("MicrosoftAccount")
      let json: JSONValue = isFirst && plan == nil ? 1 : value.json
      member(name, json, of: Node(kind: .null, line: value.line), into: &candidate)
    }
  }

  // MARK: What templates make

  /// The name of a permission in the expression for its id, which is the last text in it: `…scope_ids["User.Read"]`,
  /// `filter(…, scope => scope.value == 'User.Read')[0].id`.
  static func permission(in expression: String) -> String? {
    let texts = expression.utf8.span.words { $0 == 0x22 || $0 == 0x27 }
    return texts.count > 1 ? texts.dropFirst().last(where: ValueShape.isName) : nil
  }

  /// An app role of a template, whose id may be an expression, or of a sample, whose scripts have words of their own.
  func role(_ node: Node) -> JSONValue? {
    guard let value = (node["name"] ?? node["value"])?.text, !Placeholder.fits(value) else { return nil }
    let types = (node["allowedMemberTypes"] ?? node["types"])?.texts ?? ["User"]
    var members: JSONObject = ["allowedMemberTypes": .strings(types)]
    members.append("displayName", .string(node["displayName"]?.text ?? value))
    members.append("description", node["description"]?.text)
    members.append("value", .string(value))
    return .object(members)
  }

  /// Permissions that a template asks for, by the names of their ids.
  func readAccess(
    to resource: String, _ access: [(id: String, type: String, line: Int)], into candidate: inout Candidate
  ) {
    let isGraph = resource == "00000003-0000-0000-c000-000000000000"
    guard let api = isGraph ? "" : plan?.resource(resource) else { return }
    for (id, type, line) in access {
      guard let name = plan?.permission(id) ?? (api.isEmpty ? GraphPermissions.name(of: id) : nil) else { continue }
      candidate.add(
        type == "Role" ? .applicationPermission : .scope, api + name, line: line, key: "resourceAccess")
    }
  }

  /// A credential by another service's tokens. One that only a deployment knows is left out.
  func readFederation(_ node: Node, into candidate: inout Candidate) {
    var members = JSONObject()
    let name = (node["displayName"] ?? node["name"])?.text.map { PathName.last(of: $0) }
    for (key, text) in [("name", name), ("issuer", node["issuer"]?.text), ("subject", node["subject"]?.text)] {
      guard let text, text.firstPlace(of: "${") == nil else { return }
      members.append(key, text)
    }
    members.append("audience", node["audiences"]?.texts.first)
    candidate.add(
      .member, "federatedCredentials", line: node.line, key: "federated credential", json: .array([.object(members)]))
  }
}
