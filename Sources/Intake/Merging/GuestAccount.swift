import Bytes
import JSON
import LooseFormats

/// The account behind a guest of an export, as the guest's sign-in name tells it: `gina_fabrikam.com#EXT#@contoso.onmicrosoft.com` is
/// gina@fabrikam.com (Microsoft: "Properties of a Microsoft Entra B2B collaboration user").
struct GuestAccount: Sendable {
  static let mark = "#EXT#"

  let local: String
  let domain: String

  /// Providers whose addresses are those of persons and of no organization.
  private static let personal =
    " outlook.com hotmail.com live.com msn.com gmail.com googlemail.com yahoo.com icloud.com "

  /// Nil when the name has another form.
  init?(guest name: String) {
    guard let end = name.firstPlace(of: Self.mark)?.lowerBound else { return nil }
    let account = name[..<end]
    guard let underscore = account.utf8.lastIndex(of: 0x5F) else { return nil }
    local = String(account[..<underscore])
    domain = ASCII.lowercased(String(account[account.index(after: underscore)...]))
    guard !local.isEmpty, ValueShape.isDomain(domain) else { return nil }
  }

  private var isPersonal: Bool { Self.personal.firstPlace(of: " \(domain) ") != nil }

  /// Adds the guest behind the account. The account is one of the files, or it is made up in a tenant of its domain.
  func add(_ guest: DraftObject, to draft: inout Draft, _ names: inout Names) {
    let name = "\(local)@\(domain)"
    let home = names.users[ASCII.lowercased(name)] ?? makeUp(name, like: guest, in: &draft, &names)
    var members = JSONObject(guest.members.members.filter { $0.name != "userType" })
    members.append("home", home)
    names.add(
      DraftObject(alias: guest.alias, members: members, place: guest.place, memberAliases: guest.memberAliases),
      to: &draft)
  }

  private func makeUp(
    _ name: String, like guest: DraftObject, in draft: inout Draft, _ names: inout Names
  ) -> String {
    var tenant = "personal-accounts"
    if !isPersonal { tenant = names.tenants[domain] ?? makeUpTenant(in: &draft, &names) }
    let alias = names.userAliases.free(like: TakenAliases.cleaned(local))
    var members: JSONObject = ["userPrincipalName": .string(name)]
    members.append("displayName", guest.members["displayName"] ?? .string(local))
    members.append("tenant", tenant)
    names.add(DraftObject(alias: alias, members: members, place: nil), to: &draft)
    draft.remarks.add(
      .assumption, "no file has the account \(name) of a guest; the scenario has it, with the password Passw0rd!",
      at: guest.place)
    return alias
  }

  private func makeUpTenant(in draft: inout Draft, _ names: inout Names) -> String {
    let label = TakenAliases.cleaned(domain.parts(0x2E).first.map { String($0) } ?? domain)
    let alias = names.tenantAliases.free(like: label.isEmpty ? "partner" : label)
    names.tenants[domain] = alias
    draft.tenants.append(
      DraftTenant(
        alias: alias, id: MadeUpId.id("tenant \(domain)").description, domains: [domain],
        displayName: alias.prefix(1).uppercased() + alias.dropFirst(), place: nil))
    return alias
  }
}

extension GuestAccount {
  /// The users and tenants of a draft by their names, for a file with many guests.
  struct Names {
    /// The short names of the users by their sign-in names in small letters.
    var users: [String: String] = [:]
    /// The short names of the tenants by their domains.
    var tenants: [String: String] = [:]
    var userAliases: TakenAliases
    var tenantAliases: TakenAliases

    init(_ draft: Draft, userAliases: TakenAliases) {
      self.userAliases = userAliases
      tenantAliases = TakenAliases(draft.tenants.map(\.alias))
      for user in draft.users { note(user) }
      for tenant in draft.tenants {
        for domain in tenant.domains where tenants[domain] == nil { tenants[domain] = tenant.alias }
      }
    }

    fileprivate mutating func add(_ user: DraftObject, to draft: inout Draft) {
      draft.users.append(user)
      note(user)
    }

    /// The first of two users with the same sign-in name counts.
    private mutating func note(_ user: DraftObject) {
      guard let name = user.members["userPrincipalName"]?.string.map({ ASCII.lowercased($0) }) else { return }
      if users[name] == nil { users[name] = user.alias }
    }
  }
}
