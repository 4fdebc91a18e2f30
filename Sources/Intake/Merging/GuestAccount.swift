import Bytes
import JSON

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
  func add(_ guest: DraftObject, to draft: inout Draft, _ aliases: inout Set<String>) {
    let name = "\(local)@\(domain)"
    let known = draft.users.first { user in
      if case .string(let other)? = user.members["userPrincipalName"] {
        ASCII.equalIgnoringCase(other, name)
      } else {
        false
      }
    }
    let home = known?.alias ?? makeUp(name, like: guest, in: &draft, &aliases)
    var members = JSONObject(guest.members.members.filter { $0.name != "userType" })
    members.append("home", home)
    draft.users.append(
      DraftObject(alias: guest.alias, members: members, place: guest.place, memberAliases: guest.memberAliases))
  }

  private func makeUp(
    _ name: String, like guest: DraftObject, in draft: inout Draft, _ aliases: inout Set<String>
  ) -> String {
    var tenant = "personal-accounts"
    if !isPersonal {
      if let index = draft.tenants.firstIndex(where: { $0.domains.contains(domain) }) {
        tenant = draft.tenants[index].alias
      } else {
        var taken = Set(draft.tenants.map(\.alias))
        let label = Aliases.cleaned(domain.parts(0x2E).first.map { String($0) } ?? domain)
        tenant = Aliases.unique(label.isEmpty ? "partner" : label, among: &taken)
        draft.tenants.append(
          DraftTenant(
            alias: tenant, id: MadeUpId.id("tenant \(domain)").description, domains: [domain],
            displayName: tenant.prefix(1).uppercased() + tenant.dropFirst(), place: nil))
      }
    }
    let alias = Aliases.unique(Aliases.cleaned(local), among: &aliases)
    var members: JSONObject = ["userPrincipalName": .string(name)]
    members.append("displayName", guest.members["displayName"] ?? .string(local))
    members.append("tenant", tenant)
    draft.users.append(DraftObject(alias: alias, members: members, place: nil))
    draft.remarks.append(
      Remark(
        kind: .assumption,
        text: "no file has the account \(name) of a guest; the scenario has it, with the password Passw0rd!",
        place: guest.place))
    return alias
  }
}
