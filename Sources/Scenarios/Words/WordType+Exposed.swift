import Bytes
import Directory
import JSON
import YAML

/// Who may consent to a scope, in the words of Graph.
private enum ScopeKind: String, CaseIterable {
  case user = "User"
  case admin = "Admin"
}

/// Who may hold an app role, in the words of Graph.
private enum MemberType: String, CaseIterable {
  case user = "User"
  case application = "Application"
}

extension WordType where Value == [String] {
  /// App ID URIs that no other app has. The identifier of a service provider of SAML is any text, so `Application.checkURIs` looks at the form.
  static let identifierURIs = list(
    of: WordType<String>(
      .text(.plain), shown: .word, label: "URI",
      read: { value, place throws(ScenarioError) in
        let uri = try value.text("a list of App ID URIs")
        if let other = place.directory.application(ofURI: uri), other.id != place.application?.id {
          throw value.error("'\(other.alias)' has the App ID URI '\(uri)'; change it there first")
        }
        return uri
      }, write: { uri, _ in .string(uri) }), "a list such as [api://contoso]", label: "list of URIs")
}

extension WordType where Value == Int {
  /// 1 or 2. Graph writes nothing for 1.
  static let accessTokenVersion: Self = {
    var type = Self(
      .number(1...2), label: "1 or 2",
      read: { value, _ throws(ScenarioError) in
        try value.number(in: 1...2)
      }, write: { version, _ in .integer(Int64(version)) })
    type.absent = 1
    return type
  }()
}

extension WordType where Value == [DelegatedPermission] {
  /// The scopes that an API exposes, as values or as mappings of Graph's form.
  static let scopes = Self(
    .list(
      .either(
        [
          .text(.plain),
          .object([
            .init("value", .text(.plain), "The text in `scp` of tokens. With an `id` it may be missing, as in Graph."),
            .init("id", .guid, "Its id; it follows from the value without one."),
            .init("type", .words(ScopeKind.self), "Who may consent: users, or administrators only."),
            .init("isEnabled", .flag, "`false`: nobody may ask for it."),
            .init("adminConsentDisplayName", .text(.plainOrEmpty), "The line of the consent page."),
            .init("adminConsentDescription", .text(.plainOrEmpty), "The text below that line."),
            .init("userConsentDisplayName", .text(.plainOrEmpty), "The line of the consent page for users."),
            .init("userConsentDescription", .text(.plainOrEmpty), "The text below that line for users."),
          ]),
        ], expected: "a scope's value, or a mapping with 'value'")), shown: .list(.word),
    label: "list of values, or of mappings with `value`", absent: [],
    read: { value, place throws(ScenarioError) in
      var scopes: [DelegatedPermission] = []
      var values = SeenWords(ignoringCase: true)
      var ids = Set(place.application?.appRoles.map(\.id.guid) ?? [])
      for item in try value.list("a list such as [Orders.Read, Orders.Write]") {
        let scope = try item.scope(of: place)
        guard scope.value.isEmpty || values.insert(scope.value) else {
          throw item.error("two scopes have the value '\(scope.value)'; a value names one")
        }
        try item.checkID(scope.id.guid, among: &ids)
        scopes.append(scope)
      }
      return scopes
    }, write: { scopes, _ in .array(scopes.map(\.written)) })
}

extension WordType where Value == [AppRole] {
  /// The roles that an app defines.
  static let appRoles = Self(
    .list(
      .object([
        .init("value", .text(.plain), "The text in `roles` of tokens. With an `id` it may be missing, as in Graph."),
        .init("id", .guid, "Its id; it follows from the value without one."),
        .init(
          "allowedMemberTypes", .list(.words(MemberType.self)),
          "Who may hold it: `User`, `Application` or, without it, both."
        ),
        .init("displayName", .text(.plainOrEmpty), "The name for people; the value without it."),
        .init("description", .text(.plainOrEmpty), "The text for people."),
        .init("isEnabled", .flag, "`false`: nobody may be given it, and no token states it."),
        .init("origin", .text(.plain), "What Graph shows of it; it changes nothing."),
      ])), shown: .list(.word), label: "list of mappings with `value` and `allowedMemberTypes`", absent: [],
    read: { value, place throws(ScenarioError) in
      var roles: [AppRole] = []
      var values = SeenWords()
      var ids: Set<GUID> = []
      for item in try value.list("a list of mappings such as { value: Orders.Process, allowedMemberTypes: [User] }") {
        let role = try item.role(of: place)
        guard role.value.isEmpty || values.insert(role.value) else {
          throw item.error("two roles have the value '\(role.value)'; a value names one")
        }
        // A scope and a role that are both for the same thing may share an id in the service; two roles may not.
        try item.checkID(role.id.guid, among: &ids)
        roles.append(role)
      }
      return roles
    }, write: { roles, _ in .array(roles.map(\.written)) })
}

extension DelegatedPermission {
  fileprivate var written: JSONValue {
    var members: JSONObject = value.isEmpty ? ["id": "\(id)"] : ["value": .string(value), "id": "\(id)"]
    if needsAdmin { members.append("type", "Admin") }
    if !isEnabled { members.append("isEnabled", false) }
    members.append("adminConsentDisplayName", displayName)
    if !details.isEmpty { members.append("adminConsentDescription", details) }
    members.append("userConsentDisplayName", userDisplayName)
    members.append("userConsentDescription", userDetails)
    return .object(members)
  }
}

extension AppRole {
  fileprivate var written: JSONValue {
    var members: JSONObject = value.isEmpty ? ["id": "\(id)"] : ["value": .string(value), "id": "\(id)"]
    if admitsUsers != admitsApplications {
      members.append("allowedMemberTypes", [.string(admitsUsers ? "User" : "Application")])
    }
    if displayName != value { members.append("displayName", displayName) }
    members.append("description", details)
    if !isEnabled { members.append("isEnabled", false) }
    return .object(members)
  }
}

extension FileMapping {
  /// `value` of a scope or a role. With an id Graph lets it be missing: such a permission stands in no token.
  fileprivate mutating func exposedValue(isOptional: Bool, else sentence: String) throws(ScenarioError) -> String {
    isOptional ? try take("value")?.exposedValue() ?? "" : try require("value", else: sentence).exposedValue()
  }
}

extension FileValue {
  /// `value` of a scope or a role: the signs of a scope in OAuth 2.0 (RFC 6749 §3.3).
  fileprivate func exposedValue() throws(ScenarioError) -> String {
    let text = try text("a value such as Orders.Read")
    guard text.utf8.count <= 120, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else {
      throw error("'\(text)' cannot stand in a token; write a value without blanks, such as Orders.Read")
    }
    return text
  }

  fileprivate func checkID(_ id: GUID, among taken: inout Set<GUID>) throws(ScenarioError) {
    guard taken.insert(id).inserted else {
      throw error("the id \(id) is taken; give each scope and role an id of its own")
    }
  }

  fileprivate func scope(of place: WordPlace) throws(ScenarioError) -> DelegatedPermission {
    func made(_ value: String, _ id: Identifier<DelegatedPermission>?) -> DelegatedPermission {
      DelegatedPermission(
        id: id ?? .named("\(place.alias)/\(value)"), value: value, needsAdmin: false, displayName: value, details: "")
    }
    guard node.entries != nil else { return made(try exposedValue(), nil) }
    var fields = try FileMapping(self, "a scope's value, or a mapping with 'value'")
    let id: Identifier<DelegatedPermission>? = try fields.take("id")?.guid()
    let value = try fields.exposedValue(isOptional: id != nil, else: "a scope needs 'value', such as Orders.Read")
    var scope = made(value, id)
    scope.needsAdmin = try fields.take("type")?.choice(ScopeKind.self) == .admin
    scope.isEnabled = try fields.take("isEnabled")?.bool() ?? true
    scope.displayName = try fields.take("adminConsentDisplayName")?.anyText() ?? value
    scope.details = try fields.take("adminConsentDescription")?.anyText() ?? ""
    scope.userDisplayName = try fields.take("userConsentDisplayName")?.anyText()
    scope.userDetails = try fields.take("userConsentDescription")?.anyText()
    try fields.finish()
    return scope
  }

  fileprivate func role(of place: WordPlace) throws(ScenarioError) -> AppRole {
    var fields = try FileMapping(self, "a mapping such as { value: Orders.Process }")
    let id: Identifier<AppRole>? = try fields.take("id")?.guid()
    let value = try fields.exposedValue(isOptional: id != nil, else: "a role needs 'value', such as Orders.Process")
    var types: [MemberType] = []
    let list = fields.take("allowedMemberTypes")
    for item in try list?.list("a list such as [User, Application]") ?? [] {
      types.append(try item.choice(MemberType.self))
    }
    if let list, types.isEmpty { throw list.error("a role is for somebody; write User, Application or both") }
    var role = AppRole(
      id: id ?? .named("\(place.alias)/\(value)"), value: value,
      displayName: try fields.take("displayName")?.anyText() ?? value,
      admitsUsers: list == nil || types.contains(.user),
      admitsApplications: list == nil || types.contains(.application))
    role.details = try fields.take("description")?.anyText()
    role.isEnabled = try fields.take("isEnabled")?.bool() ?? true
    _ = try fields.take("origin")?.text()
    try fields.finish()
    return role
  }
}
