import Bytes
import JSON

/// Puts users, groups and role assignments of exports into the draft, and makes up users where there are none: a scenario
/// without users lets nobody sign in.
struct ObjectMerger {
  private let objects: [DirectoryObject]

  init(_ objects: [DirectoryObject]) { self.objects = objects }

  private static let userWords = """
     id userPrincipalName displayName givenName surname mail jobTitle department employeeId officeLocation mobilePhone businessPhones \
    preferredLanguage usageLocation accountEnabled companyName employeeType otherMails city country state streetAddress postalCode \
    userType
    """
  private static let groupWords = " id displayName description mailNickname securityEnabled mailEnabled groupTypes "

  func add(to draft: inout Draft) {
    var aliases: Set<String> = []
    var principals: [String: (alias: String, kind: DirectoryObject.Kind)] = [:]
    for object in objects where object.kind == .user || object.kind == .group {
      if let id = object.text("id"), principals[id] != nil { continue }
      let isUser = object.kind == .user
      if isUser, object.text("userPrincipalName")?.firstPlace(of: "#EXT#") != nil {
        draft.remarks.append(
          Remark(
            kind: .leftAlone, text: "the guest \(object.text("displayName") ?? ""); write whose guest it is by hand",
            place: object.place))
        continue
      }
      let label =
        isUser
        ? object.text("userPrincipalName")?.split(separator: "@").first.map(String.init) : object.text("displayName")
      let alias = Aliases.unique(Aliases.cleaned(label ?? "object"), among: &aliases)
      let members = Self.kept(object.members, of: isUser ? Self.userWords : Self.groupWords)
      let merged = DraftObject(alias: alias, members: members, place: object.place)
      if isUser { draft.users.append(merged) } else { draft.groups.append(merged) }
      if let id = object.text("id") { principals[id] = (alias, object.kind) }
    }
    addMembers(to: &draft, principals: principals)
    addAssignments(to: &draft, principals: principals)
    addDomains(to: &draft)
    if draft.users.isEmpty, !draft.apps.isEmpty { addUsers(to: &draft) }
  }

  private static func kept(_ members: JSONObject, of words: String) -> JSONObject {
    JSONObject(
      members.members.filter { member in
        guard words.firstPlace(of: " \(member.name) ") != nil else { return false }
        switch member.value {
        case .null: return false
        case .string(let text): return !text.isEmpty
        case .array(let items): return !items.isEmpty
        default: return true
        }
      })
  }

  private func addMembers(to draft: inout Draft, principals: [String: (alias: String, kind: DirectoryObject.Kind)]) {
    for object in objects where object.kind == .group {
      guard let id = object.text("id"), let group = principals[id],
        let index = draft.groups.firstIndex(where: { $0.alias == group.alias }),
        case .array(let values)? = object.members["members"]
      else { continue }
      for value in values {
        var member: String?
        if case .string(let text) = value { member = text }
        if case .object(let object) = value, case .string(let text)? = object["id"] { member = text }
        if let member, let alias = principals[member]?.alias { draft.groups[index].memberAliases.append(alias) }
      }
    }
  }

  private func addAssignments(to draft: inout Draft, principals: [String: (alias: String, kind: DirectoryObject.Kind)])
  {
    var owners: [String: Int] = [:]
    for object in objects where object.kind == .servicePrincipal {
      guard let id = object.text("id"), let app = object.text("appId") else { continue }
      if let index = draft.apps.firstIndex(where: { $0.clientId == ASCII.lowercased(app) }) {
        owners[id] = index
        if object.members["appRoleAssignmentRequired"] == .bool(true) {
          draft.apps[index].add(
            Finding(
              .member, "appRoleAssignmentRequired", at: object.place, key: "appRoleAssignmentRequired", json: true))
        }
      }
    }
    for object in objects where object.kind == .assignment {
      guard let resource = object.text("resourceId"), let app = owners[resource],
        let principal = object.text("principalId")
      else { continue }
      let role = object.text("appRoleId").flatMap { Self.role($0, of: draft.apps[app]) }
      let who = principals[principal]?.alias ?? owners[principal].map { draft.apps[$0].alias }
      guard let who else { continue }
      draft.assignments.append(
        DraftAssignment(
          app: draft.apps[app].alias, role: role, principal: who,
          kind: principals[principal]?.kind ?? .servicePrincipal,
          place: object.place))
    }
  }

  private static func role(_ id: String, of app: DraftApp) -> String? {
    guard case .array(let roles)? = app.member("appRoles")?.json else { return nil }
    for case .object(let role) in roles where role["id"] == .string(id) {
      if case .string(let value)? = role["value"] { return value }
    }
    return nil
  }

  /// The tenant has the domains of its users.
  private func addDomains(to draft: inout Draft) {
    guard draft.tenants.count == 1 else { return }
    for user in draft.users {
      guard case .string(let name)? = user.members["userPrincipalName"],
        let domain = name.split(separator: "@").last.map({ ASCII.lowercased(String($0)) }), ValueShape.isDomain(domain),
        !draft.tenants[0].domains.contains(domain)
      else { continue }
      // A domain that was made up is not needed beside a real one.
      let isInitial = domain.hasSuffix(".onmicrosoft.com")
      if isInitial, draft.tenants[0].place == nil || draft.tenants[0].domains.count == 1 {
        draft.tenants[0].domains = []
      }
      draft.tenants[0].domains.insert(domain, at: 0)
    }
  }

  private func addUsers(to draft: inout Draft) {
    let domain = draft.tenants[draft.apps[0].tenant].domains[0]
    let people: [(String, String)] = [("alice", "Alice Anders"), ("admin", "Adele Admin")]
    for (alias, name) in people {
      var members: JSONObject = ["userPrincipalName": .string("\(alias)@\(domain)"), "displayName": .string(name)]
      if alias == "admin" { members.append("roles", .array(["Global Administrator"])) }
      draft.users.append(DraftObject(alias: alias, members: members, place: nil))
    }
    draft.remarks.append(
      Remark(
        kind: .assumption,
        text:
          "no file has users; the scenario has alice and admin (Global Administrator), both with the password Passw0rd!",
        place: nil))
  }
}
