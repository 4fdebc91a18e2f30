import Bytes
import JSON

/// Makes apps of Terraform's configuration, as far as it says them: what only a plan knows stays a placeholder.
struct TerraformConfiguration {
  /// What one file has, and the folder whose variables it shares.
  struct File: Sendable {
    let document: Document
    let body: HCLBlock
  }

  private let files: [File]
  /// By `folder var.name` and `folder local.name`.
  private var values: [String: Node] = [:]
  /// The places of the candidates by their names for other apps.
  private var places: [String: Int] = [:]
  /// What a service principal, and the id of a scope or a role, stand for; by the folder and the name or the expression.
  private var principals: [String: String] = [:]
  private var permissionIds: [String: Node] = [:]

  static func read(_ files: [File], into found: inout Found) {
    guard !files.isEmpty else { return }
    var reader = TerraformConfiguration(files)
    let resources = files.flatMap { file in
      file.body.blocks.filter { $0.type == "resource" && $0.labels.count == 2 }.map { (file, $0) }
    }
    for (file, block) in resources { reader.register(block, in: file, &found) }
    for (file, block) in resources { reader.complete(block, in: file, &found) }
  }

  private init(_ files: [File]) {
    self.files = files
    for file in files {
      for block in file.body.blocks {
        note(block, in: file.document.folder)
        switch block.type {
        case "variable" where block.labels.count == 1:
          if let value = block["default"], !value.isNull {
            keep(value, "var.\(block.labels[0])", in: file.document.folder)
          }
        case "locals":
          for member in block.attributes { keep(member.value, "local.\(member.key)", in: file.document.folder) }
        default: break
        }
      }
    }
    // What calls a module says more than the module's defaults.
    for file in files {
      for block in file.body.blocks where block.type == "module" {
        guard let source = block["source"]?.text, source.hasPrefix(".") else { continue }
        let folder = PathName.joined(file.document.folder, source)
        for member in block.attributes where member.key != "source" {
          values["\(folder) var.\(member.key)"] = resolved(member.value, in: file.document.folder)
        }
      }
      if file.document.hasExtension("tfvars") {
        for member in file.body.attributes { values["\(file.document.folder) var.\(member.key)"] = member.value }
      }
    }
  }

  private mutating func note(_ block: HCLBlock, in folder: String) {
    if block.labels.first == "azuread_service_principal", let id = (block["client_id"] ?? block["application_id"])?.text
    {
      principals["\(folder) \(block.labels.last ?? "")"] = id
    }
    guard block.labels.first == "azuread_application" else { return }
    for part in block.blocks.flatMap({ $0.type == "api" ? $0.blocks : [$0] }) {
      if let id = part["id"]?.text, let value = part["value"] { permissionIds["\(folder) \(id)"] = value }
    }
  }

  private mutating func keep(_ value: Node, _ name: String, in folder: String) {
    let key = "\(folder) \(name)"
    if values[key] == nil { values[key] = value }
  }

  // MARK: References

  /// The expression of a text that is one reference as a whole.
  private static func expression(_ text: String?) -> String? {
    guard let text, text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
    return String(text.dropFirst(2).dropLast())
  }

  private func resolved(_ node: Node, in folder: String, depth: Int = 0) -> Node {
    guard depth < 6 else { return node }
    switch node.kind {
    case .text(let text):
      if let name = Self.expression(text), let value = value(of: name, in: folder) {
        return resolved(value, in: folder, depth: depth + 1)
      }
      guard text.firstPlace(of: "${") != nil else { return node }
      let whole = Reference.resolve(text) { name in
        value(of: name, in: folder).flatMap { resolved($0, in: folder, depth: depth + 1).text }
      }
      return Node(kind: .text(whole), line: node.line)
    case .list(let items):
      let parts = items.map { resolved($0, in: folder, depth: depth + 1) }
      return Node(kind: .list(parts.flatMap { $0.items.isEmpty ? [$0] : $0.items }), line: node.line)
    default: return node
    }
  }

  private func value(of name: String, in folder: String) -> Node? { values["\(folder) \(name)"] }

  /// `web` of `azuread_application.web.client_id` and of `azuread_application.web[0].id`.
  static func application(_ text: String?) -> String? {
    guard let text else { return nil }
    for type in ["azuread_application.", "azuread_application_registration.", "azuread_service_principal."] {
      guard let place = text.firstPlace(of: type) else { continue }
      if text[..<place.lowerBound].hasSuffix("data.") { continue }
      let name = text[place.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      if !name.isEmpty { return String(name) }
    }
    return nil
  }

  private static func sampleId(_ name: String, _ folder: String) -> String {
    "azuread_application.\(name):" + folder.map { [" ", ",", ";", "[", "]"].contains($0) ? "_" : $0 }
  }

  /// The app that a service principal, or the app itself, is called by.
  private func owner(_ text: String?, in folder: String) -> Int? {
    guard let name = Self.application(text) else { return nil }
    if let index = places[Self.sampleId(name, folder)] { return index }
    // A service principal of another name says which app it is of.
    return Self.application(principals["\(folder) \(name)"]).flatMap { places[Self.sampleId($0, folder)] }
  }

  // MARK: Registrations

  private mutating func register(_ block: HCLBlock, in file: File, _ found: inout Found) {
    guard ["azuread_application", "azuread_application_registration"].contains(block.labels[0]) else { return }
    let folder = file.document.folder
    var candidate = file.document.candidate(block.labels[1])
    candidate.isExport = true
    candidate.sampleId = Self.sampleId(block.labels[1], folder)
    func add(_ fact: Fact, _ block: HCLBlock, _ names: String...) {
      for name in names {
        guard let value = block[name].map({ resolved($0, in: folder) }) else { continue }
        for text in value.texts where !text.isEmpty && !text.utf8.contains(0x22) {
          candidate.add(fact, text, line: block.line(of: name), key: name)
        }
      }
    }
    func flag(_ member: String, _ block: HCLBlock, _ names: String...) {
      for name in names where block[name].map({ resolved($0, in: folder).bool }) == true {
        candidate.add(.member, member, line: block.line(of: name), key: name, json: true)
      }
    }
    add(.name, block, "display_name", "name")
    add(.signInAudience, block, "sign_in_audience")
    if block["available_to_other_tenants"]?.bool == true {
      candidate.add(.signInAudience, "AzureADMultipleOrgs", line: block.line, key: "available_to_other_tenants")
    }
    let isNative = block["type"]?.text == "native" || block["public_client"]?.bool == true
    add(isNative ? .nativeRedirect : .webRedirect, block, "reply_urls")
    add(.logoutUrl, block, "logout_url")
    add(.homePage, block, "homepage", "homepage_url")
    add(.identifierUri, block, "identifier_uris")
    flag("enableIdTokenIssuance", block, "oauth2_allow_implicit_flow", "implicit_id_token_issuance_enabled")
    flag("enableAccessTokenIssuance", block, "oauth2_allow_implicit_flow", "implicit_access_token_issuance_enabled")
    flag("isFallbackPublicClient", block, "fallback_public_client_enabled", "public_client")
    var roles: [JSONValue] = []
    for part in block.blocks {
      switch part.type {
      case "web", "single_page_application", "public_client":
        add(
          part.type == "web" ? .webRedirect : part.type == "public_client" ? .nativeRedirect : .spaRedirect, part,
          "redirect_uris")
        add(.logoutUrl, part, "logout_url")
        add(.homePage, part, "homepage_url")
        for grant in part.blocks where grant.type == "implicit_grant" {
          flag("enableAccessTokenIssuance", grant, "access_token_issuance_enabled")
          flag("enableIdTokenIssuance", grant, "id_token_issuance_enabled")
        }
      case "api":
        for scope in part.blocks where scope.type == "oauth2_permission_scope" { add(.exposedScope, scope, "value") }
        if let version = part["requested_access_token_version"]?.json, version != .null {
          candidate.add(
            .member, "requestedAccessTokenVersion", line: part.line, key: "requested_access_token_version",
            json: version)
        }
      case "oauth2_permissions": add(.exposedScope, part, "value")
      case "app_role": if let role = role(part, in: folder) { roles.append(role) }
      case "password": candidate.add(.secret, "", line: part.line, key: "password")
      case "optional_claims": claims(part, of: &candidate)
      default: break
      }
    }
    if !roles.isEmpty {
      candidate.add(.member, "appRoles", line: block.line, key: "app_role", json: .array(roles))
    }
    if let groups = block["group_membership_claims"]?.texts.joined(separator: ","), !groups.isEmpty, groups != "None" {
      candidate.add(
        .member, "groupMembershipClaims", line: block.line(of: "group_membership_claims"),
        key: "group_membership_claims",
        json: .string(groups))
    }
    places[Self.sampleId(block.labels[1], folder)] = found.candidates.count
    found.candidates.append(candidate)
  }

  private func role(_ block: HCLBlock, in folder: String) -> JSONValue? {
    func text(_ name: String) -> String? { block[name].flatMap { resolved($0, in: folder).text } }
    guard let value = text("value"), !Placeholder.fits(value) else { return nil }
    let types = block["allowed_member_types"]?.texts ?? ["User"]
    var members: JSONObject = ["allowedMemberTypes": .array(types.map { .string($0) })]
    members.append("displayName", .string(text("display_name") ?? value))
    members.append("description", text("description"))
    members.append("value", .string(value))
    return .object(members)
  }

  private func claims(_ block: HCLBlock, of candidate: inout Candidate) {
    var members = JSONObject()
    for (type, word) in [("id_token", "idToken"), ("access_token", "accessToken")] {
      let names = block.blocks.filter { $0.type == type }.compactMap { $0["name"]?.text }
      if !names.isEmpty { members.append(word, .array(names.map { .object(["name": .string($0)]) })) }
    }
    guard !members.members.isEmpty else { return }
    candidate.add(.member, "optionalClaims", line: block.line, key: "optional_claims", json: .object(members))
  }

  // MARK: What belongs to registrations

  private func complete(_ block: HCLBlock, in file: File, _ found: inout Found) {
    let folder = file.document.folder
    let type = block.labels[0]
    if type == "azuread_application" {
      guard let index = owner("azuread_application.\(block.labels[1])", in: folder) else { return }
      for part in block.blocks where part.type == "required_resource_access" {
        permissions(part, of: &found.candidates[index], in: file)
      }
      return
    }
    if type == "azuread_user" || type == "azuread_group" { return object(block, in: file, &found) }
    let id =
      (block["application_id"] ?? block["application_object_id"] ?? block["client_id"] ?? block["service_principal_id"])?
      .text
    guard type.hasPrefix("azuread_"), let index = owner(id, in: folder) else { return }
    func add(_ fact: Fact, _ name: String) {
      for text in block[name].map({ resolved($0, in: folder).texts }) ?? [] {
        found.candidates[index].add(fact, text, line: block.line(of: name), key: name)
      }
    }
    switch type {
    case "azuread_application_password", "azuread_service_principal_password":
      found.candidates[index].add(.secret, "", line: block.line, key: type)
    case "azuread_application_certificate", "azuread_service_principal_certificate":
      found.candidates[index].add(.certificate, "", line: block.line, key: type)
    case "azuread_application_redirect_uris":
      let kind = block["type"]?.text ?? "Web"
      add(kind == "SPA" ? .spaRedirect : kind == "PublicClient" ? .nativeRedirect : .webRedirect, "redirect_uris")
    case "azuread_application_identifier_uri": add(.identifierUri, "identifier_uri")
    case "azuread_application_permission_scope": add(.exposedScope, "value")
    case "azuread_application_app_role":
      guard let role = role(block, in: folder) else { return }
      var roles: [JSONValue] = [role]
      if let place = found.candidates[index].findings.firstIndex(where: { $0.fact == .member && $0.value == "appRoles" }
      ) {
        if case .array(let old) = found.candidates[index].findings[place].json { roles = old + roles }
        found.candidates[index].findings.remove(at: place)
      }
      found.candidates[index].add(.member, "appRoles", line: block.line, key: type, json: .array(roles))
    case "azuread_application_federated_identity_credential":
      federation(block, of: &found.candidates[index], in: folder)
    case "azuread_service_principal":
      if block["app_role_assignment_required"]?.bool == true {
        found.candidates[index].add(
          .member, "appRoleAssignmentRequired", line: block.line, key: "app_role_assignment_required", json: true)
      }
    case "azuread_application_api_access": access(block, of: &found.candidates[index], in: file)
    default: break
    }
  }

  private func federation(_ block: HCLBlock, of candidate: inout Candidate, in folder: String) {
    var members = JSONObject()
    for (name, key) in [("name", "display_name"), ("issuer", "issuer"), ("subject", "subject")] {
      guard let text = block[key].flatMap({ resolved($0, in: folder).text }), text.firstPlace(of: "${") == nil else {
        return
      }
      members.append(name, text)
    }
    members.append("audience", block["audiences"].flatMap { resolved($0, in: folder).texts.first })
    candidate.add(
      .member, "federatedCredentials", line: block.line, key: block.labels[0], json: .array([.object(members)]))
  }

  /// `User.Read` of `…oauth2_permission_scope_ids["User.Read"]`. Nil for an id that a plan makes.
  private static func permission(_ text: String) -> String? {
    guard let open = text.firstPlace(of: "[\""), let close = text[open.upperBound...].firstPlace(of: "\"]") else {
      return nil
    }
    return String(text[open.upperBound..<close.lowerBound])
  }

  /// Permissions of Graph that people write as ids (Microsoft: "Microsoft Graph permissions reference").
  private static let known = """
    e1fe6dd8-ba31-4d61-89e7-88639da4683d User.Read 37f7f235-527c-4136-accd-4a02d197296e openid \
    14dad69e-099b-42c9-810b-d002981feec1 profile 64a6cdd6-aab1-4aaf-94b8-3cc8405e90d0 email \
    7427e0e9-2fba-42fe-b0c0-848c9e6a8182 offline_access b340eb25-3456-403f-be2f-af7a0d370277 User.ReadBasic.All \
    a154be20-db9c-4678-8ab7-66f6cc099a59 User.Read.All df021288-bdef-4463-88db-98f22de89214 User.Read.All \
    06da0dbc-49e2-44d2-8312-53f166ab848a Directory.Read.All 7ab1d382-f21e-4acd-a863-ba3e13f7da61 Directory.Read.All \
    5b567255-7703-4780-807c-7be8301ae99b Group.Read.All 5f8c59db-677d-491f-a6b8-5f174b11ec1d Group.Read.All \
    bc024368-1153-4739-b217-4326f2e966d0 GroupMember.Read.All 98830695-27a2-44f7-8c18-0c3ebc9698f6 GroupMember.Read.All \
    570282fd-fa5c-430d-a7fd-fc8dc98a9dca Mail.Read e383f46e-2787-4529-855e-0e479a3ffac0 Mail.Send \
    465a38f9-76ea-45b9-9f34-9e8b0d4b0b42 Calendars.Read
    """.blankParts

  private static func name(of id: String) -> String? {
    guard let place = known.firstIndex(where: { ASCII.equalIgnoringCase($0, id) }) else { return nil }
    return known[place + 1]
  }

  private func permissions(_ part: HCLBlock, of candidate: inout Candidate, in file: File) {
    let folder = file.document.folder
    let resource = part["resource_app_id"].flatMap { resolved($0, in: folder).text } ?? ""
    let isGraph =
      resource == "00000003-0000-0000-c000-000000000000" || ASCII.lowercased(resource).firstPlace(of: "graph") != nil
    for access in part.blocks where access.type == "resource_access" {
      guard let id = access["id"].flatMap({ resolved($0, in: folder).text }) else { continue }
      let fact: Fact = access["type"]?.text == "Role" ? .applicationPermission : .scope
      guard
        let name = Self.permission(id)
          ?? (isGraph ? Self.name(of: id) : permissionIds["\(folder) \(id)"].flatMap { resolved($0, in: folder).text })
      else { continue }
      if isGraph {
        candidate.add(fact, name, line: access.line, key: "resource_access")
      } else if let other = Self.application(resource) {
        candidate.add(fact, "@\(Self.sampleId(other, folder))/\(name)", line: access.line, key: "resource_access")
      }
    }
  }

  private func access(_ block: HCLBlock, of candidate: inout Candidate, in file: File) {
    let resource = block["api_client_id"]?.text ?? ""
    let isGraph = ASCII.lowercased(resource).firstPlace(of: "graph") != nil || resource.hasPrefix("00000003-")
    for (key, fact) in [("scope_ids", Fact.scope), ("role_ids", .applicationPermission)] {
      for id in block[key].map({ resolved($0, in: file.document.folder).texts }) ?? [] {
        guard let name = Self.permission(id) ?? Self.name(of: id) else { continue }
        let other = isGraph ? nil : Self.application(resource)
        guard isGraph || other != nil else { continue }
        candidate.add(
          fact, other.map { "@\(Self.sampleId($0, file.document.folder))/\(name)" } ?? name, line: block.line(of: key),
          key: key)
      }
    }
  }

  private func object(_ block: HCLBlock, in file: File, _ found: inout Found) {
    let isUser = block.labels[0] == "azuread_user"
    let rows =
      isUser
      ? [("user_principal_name", "userPrincipalName"), ("display_name", "displayName")]
      : [("display_name", "displayName"), ("description", "description")]
    var members: JSONObject = [
      "id": .string(MadeUpId.id("\(block.labels.joined(separator: ".")) \(file.document.folder)").description)
    ]
    for (key, name) in rows {
      let text = block[key].flatMap { resolved($0, in: file.document.folder).text }
      if let text, text.firstPlace(of: "${") == nil { members.append(name, text) }
    }
    guard members[isUser ? "userPrincipalName" : "displayName"] != nil else { return }
    if !isUser { members.append("securityEnabled", true) }
    found.objects.append(
      DirectoryObject(kind: isUser ? .user : .group, members: members, place: file.document.place(block.line)))
  }
}

extension Form {
  /// Terraform's own language: `azuread_application` of all generations with what belongs to it. All files of a folder are one.
  static let terraform = Form(name: "Terraform") { document, found in
    guard document.hasExtension("tf tfvars") else { return false }
    let body = HCLReader.parse(document.text)
    found.terraform.append(TerraformConfiguration.File(document: document, body: body))
    return body.blocks.contains { ($0.labels.first ?? "").hasPrefix("azuread_application") }
  }
}
