import Bytes
import JSON
import LooseFormats

/// Puts users, groups and role assignments of exports into the draft, and makes up users where there are none: a scenario
/// without users lets nobody sign in.
struct ObjectMerger {
  private typealias Principals = [String: (alias: String, kind: DirectoryObject.Kind)]

  private let objects: [DirectoryObject]

  init(_ objects: [DirectoryObject]) { self.objects = objects }

  private static let userWords = """
     id userPrincipalName displayName givenName surname mail jobTitle department employeeId officeLocation mobilePhone businessPhones \
    preferredLanguage usageLocation accountEnabled companyName employeeType otherMails city country state streetAddress postalCode \
    userType
    """
  private static let groupWords = " id displayName description mailNickname securityEnabled mailEnabled groupTypes "

  func add(to draft: inout Draft) {
    var aliases = TakenAliases()
    var principals: Principals = [:]
    var guests: [(user: DraftObject, account: GuestAccount)] = []
    for object in objects where object.kind == .user || object.kind == .group {
      if let id = object.text("id"), principals[id] != nil { continue }
      let isUser = object.kind == .user
      let name = object.text("userPrincipalName") ?? ""
      // One person in several templates.
      let person = "name \(ASCII.lowercased(name))"
      if isUser, let known = principals[person] {
        if let id = object.text("id") { principals[id] = known }
        continue
      }
      let isGuest = isUser && name.firstPlace(of: GuestAccount.mark) != nil
      let account = isGuest ? GuestAccount(guest: name) : nil
      if isGuest, account == nil {
        draft.remarks.add(
          .leftAlone, "the guest \(object.text("displayName") ?? ""); write whose guest it is by hand", at: object.place
        )
        continue
      }
      let local = account.map { "\($0.local)-guest" } ?? name.parts(0x40).first.map { String($0) }
      let label = isUser ? local : object.text("displayName")
      let alias = aliases.free(like: TakenAliases.cleaned(label ?? "object"))
      let members = Self.kept(object.members, of: isUser ? Self.userWords : Self.groupWords)
      let merged = DraftObject(alias: alias, members: members, place: object.place)
      if let account {
        guests.append((merged, account))
      } else if isUser {
        draft.users.append(merged)
      } else {
        draft.groups.append(merged)
      }
      if let id = object.text("id") { principals[id] = (alias, object.kind) }
      if isUser, !name.isEmpty { principals[person] = (alias, .user) }
    }
    addMembers(to: &draft, principals: principals)
    addOwners(to: &draft, principals: principals)
    addAssignments(to: &draft, principals: principals)
    addDomains(of: draft.users + guests.map(\.user), to: &draft)
    if !guests.isEmpty {
      var names = GuestAccount.Names(draft, userAliases: aliases)
      for guest in guests { guest.account.add(guest.user, to: &draft, &names) }
    }
    if draft.users.isEmpty, !draft.apps.isEmpty { addUsers(to: &draft) }
  }

  private static func kept(_ members: JSONObject, of words: String) -> JSONObject {
    var kept = JSONObject()
    for member in members.members where words.firstPlace(of: " \(member.name) ") != nil {
      switch member.value {
      case .null, "", .array([]): continue
      // Tables that became JSON have texts alone.
      case .string(let text) where member.name.hasSuffix("Enabled"):
        kept.append(member.name, .bool(ASCII.equalIgnoringCase(text, "true")))
      default: kept.append(member.name, member.value)
      }
    }
    return kept
  }

  /// The lists of this name that the files have of groups, with the groups' places in the draft.
  private func lists(_ name: String, _ draft: Draft, _ ids: Principals) -> [(group: Int, [JSONValue], Place)] {
    let places = Dictionary(draft.groups.indices.map { (draft.groups[$0].alias, $0) }) { first, _ in first }
    return objects.compactMap { object in
      guard object.kind == .group, let id = object.text("id"), let group = ids[id],
        let index = places[group.alias], case .array(let values)? = object.members[name]
      else { return nil }
      return (index, values, object.place)
    }
  }

  private func addMembers(to draft: inout Draft, principals: Principals) {
    for (group, values, _) in lists("members", draft, principals) {
      draft.groups[group].memberAliases += values.compactMap { Self.id($0).flatMap { principals[$0]?.alias } }
    }
  }

  /// The id of an object that a list names: alone, or within the object itself.
  private static func id(_ value: JSONValue) -> String? {
    value.string ?? value["id"]?.string
  }

  /// Owners of groups and of apps. Only users of the files can stand in the scenario.
  private func addOwners(to draft: inout Draft, principals: Principals) {
    func aliases(_ values: [JSONValue], of name: String, at place: Place) -> [String] {
      var aliases: [String] = []
      var seen: Set<String> = []
      for value in values {
        if let id = Self.id(value), let owner = principals[id], owner.kind == .user {
          if seen.insert(owner.alias).inserted { aliases.append(owner.alias) }
        } else {
          draft.remarks.add(.leftAlone, "an owner of \(name) who is not a user of these files", at: place)
        }
      }
      return aliases
    }
    for (group, values, place) in lists("owners", draft, principals) {
      draft.groups[group].ownerAliases = aliases(values, of: draft.groups[group].alias, at: place)
    }
    for index in draft.apps.indices {
      guard let place = draft.apps[index].findings.firstIndex(where: { $0.fact == .member && $0.value == "owners" }),
        case .array(let values) = draft.apps[index].findings[place].json
      else { continue }
      let owners = aliases(values, of: draft.apps[index].alias, at: draft.apps[index].findings[place].place)
      if owners.isEmpty {
        draft.apps[index].findings.remove(at: place)
      } else {
        draft.apps[index].findings[place].json = .strings(owners)
      }
    }
  }

  private func addAssignments(to draft: inout Draft, principals: Principals) {
    var owners: [String: Int] = [:]
    let apps = Dictionary(draft.apps.indices.map { (draft.apps[$0].clientId, $0) }) { first, _ in first }
    var roles: [Int: [String: String]] = [:]
    for object in objects where object.kind == .servicePrincipal {
      guard let id = object.text("id"), let app = object.text("appId") else { continue }
      if let index = apps[ASCII.lowercased(app)] {
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
      if roles[app] == nil { roles[app] = Self.roles(of: draft.apps[app]) }
      let role = object.text("appRoleId").flatMap { roles[app]?[$0] }
      let who = principals[principal]?.alias ?? owners[principal].map { draft.apps[$0].alias }
      guard let who else { continue }
      draft.assignments.append(
        DraftAssignment(
          app: draft.apps[app].alias, role: role, principal: who,
          kind: principals[principal]?.kind ?? .servicePrincipal,
          place: object.place))
    }
  }

  /// The values of an app's roles by their ids.
  private static func roles(of app: DraftApp) -> [String: String] {
    let roles = (app.member("appRoles")?.json.array ?? []).compactMap { role in
      role["id"]?.string.flatMap { id in role["value"]?.string.map { (id, $0) } }
    }
    return Dictionary(roles) { first, _ in first }
  }

  /// The tenant has the domains of its users.
  private func addDomains(of users: [DraftObject], to draft: inout Draft) {
    guard draft.tenants.count == 1 else { return }
    var known = Set(draft.tenants[0].domains)
    for user in users {
      guard let name = user.members["userPrincipalName"]?.string,
        let domain = name.parts(0x40).last.map({ ASCII.lowercased($0) }), ValueShape.isDomain(domain),
        !known.contains(domain)
      else { continue }
      // A domain that was made up is not needed beside a real one.
      let isInitial = domain.hasSuffix(".onmicrosoft.com")
      if isInitial, draft.tenants[0].place == nil || draft.tenants[0].domains.count == 1 {
        draft.tenants[0].domains.removeAll { $0.hasSuffix(".onmicrosoft.com") }
        known = Set(draft.tenants[0].domains)
      }
      known.insert(domain)
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
    draft.remarks.add(
      .assumption,
      "no file has users; the scenario has alice and admin (Global Administrator), both with the password Passw0rd!",
      at: nil)
  }
}
