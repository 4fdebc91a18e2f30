import Bytes
import JSON

/// Translates the resources of a Terraform state into the objects of Microsoft Graph.
struct TerraformReader {
  let document: Document

  func read(_ root: Node, into found: inout Found) {
    for resource in root["resources"]?.items ?? [] {
      let type = resource["type"]?.text ?? ""
      for instance in resource["instances"]?.items ?? [] {
        guard let attributes = instance["attributes"], type.hasPrefix("azuread_") else { continue }
        read(type, attributes, into: &found)
      }
    }
  }

  private func read(_ type: String, _ attributes: Node, into found: inout Found) {
    var members = attributes.members.map { Self.camel($0) }
    func rename(_ old: String, _ new: String) {
      guard !members.contains(where: { $0.key == new }) else { return }
      for index in members.indices where members[index].key == old { members[index].key = new }
    }
    switch type {
    case "azuread_application":
      rename("clientId", "appId")
      rename("applicationId", "appId")
      rename("singlePageApplication", "spa")
      rename("appRole", "appRoles")
      rename("fallbackPublicClientEnabled", "isFallbackPublicClient")
      rename("password", "passwordCredentials")
      let app = Self.application(Node(kind: .map(members), line: attributes.line))
      if let candidate = ApplicationReader(document: document).candidate(app) { found.candidates.append(candidate) }
    case "azuread_service_principal":
      rename("clientId", "appId")
      rename("applicationId", "appId")
      rename("type", "servicePrincipalType")
      rename("objectId", "id")
      rename("oauth2PermissionScopeIds", "ignored")
      append(.servicePrincipal, Node(kind: .map(members), line: attributes.line), to: &found)
    case "azuread_user":
      rename("objectId", "id")
      append(.user, Node(kind: .map(members), line: attributes.line), to: &found)
    case "azuread_group":
      rename("objectId", "id")
      append(.group, Node(kind: .map(members), line: attributes.line), to: &found)
    case "azuread_app_role_assignment":
      rename("principalObjectId", "principalId")
      rename("resourceObjectId", "resourceId")
      append(.assignment, Node(kind: .map(members), line: attributes.line), to: &found)
    case "azuread_client_config":
      guard let id = attributes["tenant_id"] else { return }
      let tenant = [Node.Member(key: "id", line: id.line, value: id)]
      append(.tenant, Node(kind: .map(tenant), line: id.line), to: &found)
    case "azuread_application_password", "azuread_application_certificate":
      addCredential(type, attributes, to: &found)
    case "azuread_application_federated_identity_credential":
      addFederation(Node(kind: .map(members), line: attributes.line), to: &found)
    default: break
    }
  }

  private func append(_ kind: DirectoryObject.Kind, _ node: Node, to found: inout Found) {
    guard case .object(let members) = node.json else { return }
    found.objects.append(DirectoryObject(kind: kind, members: members, place: document.place(node.line)))
  }

  /// The candidate whose app has this object id, which newer providers write as `/applications/ID`.
  private func application(_ attributes: Node, in found: Found) -> Int? {
    let keys = ["application_id", "application_object_id", "applicationId", "applicationObjectId"]
    guard let id = keys.compactMap({ attributes[$0]?.text }).first else { return nil }
    let last = PathName.last(of: id)
    return found.candidates.firstIndex { $0.file == document.path && $0[.objectId]?.value == last }
  }

  private func addCredential(_ type: String, _ attributes: Node, to found: inout Found) {
    guard let index = application(attributes, in: found) else { return }
    let isSecret = type == "azuread_application_password"
    let value = attributes["value"]
    var members = JSONObject()
    members.append("displayName", attributes["display_name"]?.text)
    members.append("startDateTime", attributes["start_date"]?.text)
    members.append("endDateTime", attributes["end_date"]?.text)
    members.append("keyId", attributes["key_id"]?.text)
    found.candidates[index].add(
      isSecret ? .secret : .certificate, value?.text ?? "", line: value?.line ?? attributes.line,
      key: attributes["display_name"]?.text ?? type, json: isSecret ? .object(members) : .null)
  }

  private func addFederation(_ attributes: Node, to found: inout Found) {
    guard let index = application(attributes, in: found) else { return }
    var members = JSONObject()
    members.append("name", attributes["displayName"]?.text)
    members.append("issuer", attributes["issuer"]?.text)
    members.append("subject", attributes["subject"]?.text)
    members.append("audience", attributes["audiences"]?.texts.first)
    found.candidates[index].add(
      .member, "federatedCredentials", line: attributes.line, key: "federated_identity_credential",
      json: .array([.object(members)]))
  }

  /// A member with its names in Graph's spelling. A block that can stand once is a list of one in a state.
  private static func camel(_ member: Node.Member) -> Node.Member {
    Node.Member(key: camel(member.key), line: member.line, value: camel(member.value))
  }

  private static func camel(_ node: Node) -> Node {
    switch node.kind {
    case .map(let members): Node(kind: .map(members.map { camel($0) }), line: node.line)
    case .list(let items): Node(kind: .list(items.map { camel($0) }), line: node.line)
    default: node
    }
  }

  private static func camel(_ key: String) -> String {
    let parts = key.parts(0x5F)
    guard let first = parts.first else { return key }
    return parts.dropFirst().reduce(String(first)) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  private static func single(_ node: Node?) -> Node? { node.map { $0.items.first ?? $0 } }

  /// The blocks of `azuread_application` under Graph's names.
  private static func application(_ app: Node) -> Node {
    var members: [Node.Member] = []
    for member in app.members {
      var value = member.value
      switch member.key {
      case "web", "api", "spa", "publicClient":
        value = single(member.value) ?? value
        value.kind = .map(value.members.map(renamed))
      case "optionalClaims":
        value = single(member.value) ?? value
      case "appRoles": value.kind = .list(value.items.map { Node(kind: .map($0.members.map(renamed)), line: $0.line) })
      case "groupMembershipClaims":
        value.kind = value.texts.isEmpty ? .null : .text(value.texts.joined(separator: ","))
      default: break
      }
      members.append(Node.Member(key: member.key, line: member.line, value: value))
    }
    return Node(kind: .map(members), line: app.line)
  }

  private static func renamed(_ member: Node.Member) -> Node.Member {
    var member = member
    switch member.key {
    case "enabled": member.key = "isEnabled"
    case "homepageUrl": member.key = "homePageUrl"
    case "mappedClaimsEnabled": member.key = "acceptMappedClaims"
    case "oauth2PermissionScope":
      member.key = "oauth2PermissionScopes"
      member.value.kind = .list(member.value.items.map { Node(kind: .map($0.members.map(renamed)), line: $0.line) })
    case "implicitGrant":
      member.key = "implicitGrantSettings"
      let inner = single(member.value) ?? member.value
      member.value = Node(kind: .map(inner.members.map(renamed)), line: inner.line)
    case "accessTokenIssuanceEnabled": member.key = "enableAccessTokenIssuance"
    case "idTokenIssuanceEnabled": member.key = "enableIdTokenIssuance"
    default: break
    }
    return member
  }
}
