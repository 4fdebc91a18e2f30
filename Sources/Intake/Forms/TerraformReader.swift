import Bytes
import JSON
import LooseFormats

/// Translates the resources of Terraform's provider `azuread` into the objects of Microsoft Graph: those of a state, and those of a
/// configuration as far as it says them.
struct TerraformReader {
  struct Resource {
    let document: Document
    let type: String
    /// What a configuration calls it; nil in a state.
    let name: String?
    /// Under Graph's names.
    let attributes: Node

    init(document: Document, type: String, name: String?, attributes: Node) {
      self.document = document
      self.type = type
      self.name = name
      self.attributes = Self.camel(attributes)
    }

    /// Where its names mean something.
    var scope: String { name == nil ? document.path : document.folder }

    func text(_ names: String...) -> String? { names.lazy.compactMap { attributes[$0]?.text }.first }
  }

  private var places: [String: Int] = [:]
  /// The apps of service principals, and the names of permissions, by what others call them.
  private var principals: [String: String] = [:]
  private var permissions: [String: String] = [:]

  static func read(_ resources: [Resource], into found: inout Found) {
    var reader = TerraformReader()
    for resource in resources { reader.note(resource) }
    for resource in resources { reader.register(resource, &found) }
    for resource in resources { reader.complete(resource, &found) }
  }

  /// All of a state.
  static func resources(of root: Node, in document: Document) -> [Resource] {
    (root["resources"]?.items ?? []).flatMap { resource in
      let type = resource["type"]?.text ?? ""
      let instances = type.hasPrefix("azuread_") ? resource["instances"]?.items ?? [] : []
      return instances.compactMap { $0["attributes"] }.map {
        Resource(document: document, type: type, name: nil, attributes: $0)
      }
    }
  }

  // MARK: References

  private mutating func note(_ resource: Resource) {
    guard let name = resource.name else { return }
    if resource.type == "azuread_service_principal", let id = resource.text("clientId", "applicationId") {
      principals["\(resource.scope) \(name)"] = id
    }
    let lists = [resource.attributes, resource.attributes["api"]?.items.first].compactMap(\.self)
    for scope in lists.flatMap({ $0["oauth2PermissionScope"]?.items ?? [] })
      + (resource.attributes["appRole"]?.items ?? [])
    {
      if let id = scope["id"]?.text, let value = scope["value"]?.text { permissions["\(resource.scope) \(id)"] = value }
    }
  }

  /// `web` of `azuread_application.web.client_id` and of `azuread_application.web[0].id`.
  private static func application(_ text: String) -> String? {
    for type in ["azuread_application.", "azuread_application_registration.", "azuread_service_principal."] {
      guard let place = text.firstPlace(of: type), !text[..<place.lowerBound].hasSuffix("data.") else { continue }
      let name = text[place.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      if !name.isEmpty { return String(name) }
    }
    return nil
  }

  /// The name of an app in its folder, for other apps.
  private static func planned(_ name: String, in folder: String) -> String {
    Candidate.planned("azuread_application.\(name):\(folder)")
  }

  /// The app that a resource belongs to. Newer providers write its object id as `/applications/ID`.
  private func owner(of resource: Resource) -> Int? {
    guard let text = resource.text("applicationId", "applicationObjectId", "clientId", "servicePrincipalId") else {
      return nil
    }
    guard resource.name != nil else { return places["\(resource.scope) \(PathName.last(of: text))"] }
    guard let name = Self.application(text) else { return nil }
    // A service principal of another name says which app it is of.
    let app = principals["\(resource.scope) \(name)"].flatMap(Self.application)
    return places["\(resource.scope) \(name)"] ?? app.flatMap { places["\(resource.scope) \($0)"] }
  }

  private func plan(of resource: Resource, _ name: String) -> ApplicationPlan {
    ApplicationPlan(id: Self.planned(name, in: resource.scope), name: name) { api in
      if ASCII.lowercased(api).firstPlace(of: "graph") != nil { return "" }
      return Self.application(api).map { "@\(Self.planned($0, in: resource.scope))/" }
    } permission: { id in
      permissions["\(resource.scope) \(id)"] ?? ApplicationReader.permission(in: id)
    }
  }

  // MARK: Objects

  private mutating func register(_ resource: Resource, _ found: inout Found) {
    guard ["azuread_application", "azuread_application_registration"].contains(resource.type) else { return }
    let reader = ApplicationReader(document: resource.document, plan: resource.name.map { plan(of: resource, $0) })
    guard let candidate = reader.candidate(Self.application(resource.attributes)) else { return }
    for name in [resource.name, candidate[.objectId]?.value].compactMap(\.self) {
      places["\(resource.scope) \(name)"] = found.candidates.count
    }
    found.candidates.append(candidate)
  }

  private func complete(_ resource: Resource, _ found: inout Found) {
    let isPlanned = resource.name != nil
    switch resource.type {
    case "azuread_user": append(.user, resource, ["objectId": "id"], to: &found)
    case "azuread_group": append(.group, resource, ["objectId": "id"], to: &found)
    case "azuread_service_principal" where !isPlanned:
      let names = [
        "clientId": "appId", "applicationId": "appId", "type": "servicePrincipalType", "objectId": "id",
        "oauth2PermissionScopeIds": "ignored",
      ]
      append(.servicePrincipal, resource, names, to: &found)
    case "azuread_app_role_assignment" where !isPlanned:
      append(.assignment, resource, ["principalObjectId": "principalId", "resourceObjectId": "resourceId"], to: &found)
    case "azuread_client_config":
      append(.tenant, resource, ["tenantId": "id"], to: &found)
    default: if let index = owner(of: resource) { complete(&found.candidates[index], with: resource) }
    }
  }

  private func append(
    _ kind: DirectoryObject.Kind, _ resource: Resource, _ names: [String: String], to found: inout Found
  ) {
    var members = JSONObject()
    let renamed = Set(names.filter { resource.attributes[$0.key] != nil }.values)
    for member in resource.attributes.members where member.value.text?.firstPlace(of: "${") == nil {
      guard let name = names[member.key] ?? (renamed.contains(member.key) ? nil : member.key) else { continue }
      if members[name] == nil { members.append(name, member.value.json) }
    }
    if let name = resource.name {
      guard members[kind == .user ? "userPrincipalName" : "displayName"] != nil else { return }
      members = JSONObject(
        members.members.filter { ["userPrincipalName", "displayName", "description"].contains($0.name) })
      members.append("id", .string(MadeUpId.id("\(resource.type).\(name) \(resource.scope)").description))
      if kind == .group { members.append("securityEnabled", true) }
    }
    found.objects.append(
      DirectoryObject(kind: kind, members: members, place: resource.document.place(resource.attributes.line)))
  }

  /// What stands in resources of its own.
  private func complete(_ candidate: inout Candidate, with resource: Resource) {
    let attributes = resource.attributes
    let type = resource.type
    let reader = ApplicationReader(document: resource.document, plan: resource.name.map { plan(of: resource, $0) })
    func add(_ fact: Fact, _ key: String) {
      for (text, line) in reader.texts(attributes, key) { candidate.add(fact, text, line: line, key: key) }
    }
    func access(_ key: String, _ type: String) -> [(id: String, type: String, line: Int)] {
      (attributes[key]?.items ?? []).compactMap { item in item.text.map { ($0, type, item.line) } }
    }
    switch type {
    case "azuread_application_password", "azuread_service_principal_password":
      credential(.secret, of: &candidate, resource)
    case "azuread_application_certificate", "azuread_service_principal_certificate":
      credential(.certificate, of: &candidate, resource)
    case "azuread_application_redirect_uris":
      let kind = attributes["type"]?.text ?? "Web"
      add(kind == "SPA" ? .spaRedirect : kind == "PublicClient" ? .nativeRedirect : .webRedirect, "redirectUris")
    case "azuread_application_identifier_uri": add(.identifierUri, "identifierUri")
    case "azuread_application_permission_scope": add(.exposedScope, "value")
    case "azuread_application_app_role":
      guard let role = reader.role(attributes) else { return }
      let old = candidate.findings.firstIndex { $0.fact == .member && $0.value == "appRoles" }
      var roles = [role]
      if let old, case .array(let before) = candidate.findings.remove(at: old).json { roles = before + roles }
      candidate.add(.member, "appRoles", line: attributes.line, key: type, json: .array(roles))
    case "azuread_application_federated_identity_credential": reader.readFederation(attributes, into: &candidate)
    case "azuread_service_principal" where attributes["appRoleAssignmentRequired"]?.bool == true:
      candidate.add(
        .member, "appRoleAssignmentRequired", line: attributes.line, key: "app_role_assignment_required", json: true)
    case "azuread_application_api_access":
      let all = access("scopeIds", "Scope") + access("roleIds", "Role")
      reader.readAccess(to: attributes["apiClientId"]?.text ?? "", all, into: &candidate)
    default: break
    }
  }

  private func credential(_ fact: Fact, of candidate: inout Candidate, _ resource: Resource) {
    let value = resource.attributes["value"]
    var members = JSONObject()
    let names = [
      ("displayName", "displayName"), ("startDate", "startDateTime"), ("endDate", "endDateTime"), ("keyId", "keyId"),
    ]
    for (key, name) in names { members.append(name, resource.attributes[key]?.text) }
    let isListed = fact == .secret && resource.name == nil
    candidate.add(
      fact, resource.name == nil ? value?.text ?? "" : "", line: value?.line ?? resource.attributes.line,
      key: resource.text("displayName") ?? resource.type, json: isListed ? .object(members) : .null)
  }
}

// MARK: Names

extension TerraformReader.Resource {
  /// A node with its names in Graph's spelling.
  private static func camel(_ node: Node) -> Node {
    switch node.kind {
    case .map(let members):
      Node(
        kind: .map(members.map { Node.Member(key: camel($0.key), line: $0.line, value: camel($0.value)) }),
        line: node.line)
    case .list(let items): Node(kind: .list(items.map { camel($0) }), line: node.line)
    default: node
    }
  }

  private static func camel(_ key: String) -> String {
    let parts = key.parts(0x5F)
    guard let first = parts.first else { return key }
    return parts.dropFirst().reduce(String(first)) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}

extension TerraformReader {
  private static let names = [
    "clientId": "appId", "applicationId": "appId", "singlePageApplication": "spa", "appRole": "appRoles",
    "fallbackPublicClientEnabled": "isFallbackPublicClient", "password": "passwordCredentials",
    "enabled": "isEnabled", "homepageUrl": "homePageUrl", "mappedClaimsEnabled": "acceptMappedClaims",
    "oauth2PermissionScope": "oauth2PermissionScopes", "implicitGrant": "implicitGrantSettings",
    "accessTokenIssuanceEnabled": "enableAccessTokenIssuance", "idTokenIssuanceEnabled": "enableIdTokenIssuance",
    "implicitAccessTokenIssuanceEnabled": "enableAccessTokenIssuance",
    "implicitIdTokenIssuanceEnabled": "enableIdTokenIssuance",
  ]
  /// Blocks that stand once, and are a list of one in a state.
  private static let single = ["web", "api", "spa", "publicClient", "optionalClaims", "implicitGrantSettings"]

  /// `azuread_application` under Graph's names.
  private static func application(_ node: Node) -> Node {
    var node = node
    var members: [Node.Member] = []
    for var member in node.members {
      member.key = names[member.key] ?? member.key
      if members.contains(where: { $0.key == member.key }) { continue }
      if single.contains(member.key), let first = member.value.items.first { member.value = first }
      if ["web", "api", "spa", "publicClient", "implicitGrantSettings"].contains(member.key) {
        member.value = application(member.value)
      } else if ["appRoles", "oauth2PermissionScopes"].contains(member.key) {
        member.value.kind = .list(member.value.items.map(application))
      } else if member.key == "groupMembershipClaims" {
        member.value.kind = member.value.texts.isEmpty ? .null : .text(member.value.texts.joined(separator: ","))
      }
      members.append(member)
    }
    if !node.members.isEmpty { node.kind = .map(members) }
    return node
  }
}
