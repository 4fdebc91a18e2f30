import Bytes
import Directory
import JSON

/// Users, groups and directory roles.
extension TerraformExport {
  /// The provider's attributes that stand first.
  private static let firstOfUsers =
    ["displayName", "givenName", "surname", "mail", "mailNickname", "otherMails"]
    + User.profileRows.map(\.name)

  /// The properties of users that the provider has no attribute of the same name for.
  private static let apartOfUsers = [
    "accountEnabled", "employeeLeaveDateTime", "employeeOrgData", "identities", "isResourceAccount", "passwordPolicies",
    "showInAddressList", "userType",
  ]

  /// The properties of users and the provider's attributes for them: what `$filter` may name and calls may change.
  private static let ofUsers: [(row: Property<User>, attribute: String)] = {
    let rows = User.rows.filter {
      !$0.filter.isEmpty && !$0.traits.contains(.isReadOnly) && !apartOfUsers.contains($0.name)
        && !firstOfUsers.contains($0.name)
    }
    return firstOfUsers.compactMap(User.row).map { ($0, attribute($0.name)) }
      + rows.map { ($0, attribute($0.name)) }.sorted { $0.1 < $1.1 }
  }()

  /// A user of the tenant. The provider cannot read passwords, so the block has none.
  mutating func add(_ user: User) {
    guard let address = users[user.id] else { return }
    var block = Self.resource(address)
    let properties = user.properties
    block.set("user_principal_name", user.userPrincipalName)
    for (row, attribute) in Self.ofUsers { block.set(attribute, row.get(user)) }
    block.set("cost_center", properties["employeeOrgData"]?["costCenter"]?.string)
    block.set("division", properties["employeeOrgData"]?["division"]?.string)
    let policies = properties["passwordPolicies"]?.string ?? ""
    block.set("disable_password_expiration", policies.firstPlace(of: "DisablePasswordExpiration") != nil, unless: false)
    block.set("disable_strong_password", policies.firstPlace(of: "DisableStrongPassword") != nil, unless: false)
    block.set("account_enabled", user.isEnabled, unless: true)
    // The provider would change whatever is not true, also what nobody said.
    block.set("show_in_address_list", properties["showInAddressList"]?.bool ?? false, unless: true)
    block.set("manager_id", user.manager.flatMap { reference(to: $0) })
    add(block, at: address, id: "/users/\(user.id)")
  }

  /// A group with its members and owners. A rule makes the members of a dynamic one.
  mutating func add(_ group: Group) {
    guard let address = groups[group.id] else { return }
    var block = Self.resource(address)
    block.set("display_name", group.displayName)
    block.set("description", group.details)
    block.set("security_enabled", group.isSecurityEnabled, unless: false)
    block.set("mail_enabled", group.kind.isMailEnabled, unless: false)
    block.set("mail_nickname", group.properties["mailNickname"]?.string ?? group.alias)
    block.set("types", group.types)
    block.set("assignable_to_role", group.properties["isAssignableToRole"]?.bool ?? false, unless: false)
    block.set("visibility", group.properties["visibility"]?.string)
    block.set("theme", group.properties["theme"]?.string)
    block.set("behaviors", group.properties["resourceBehaviorOptions"]?.strings ?? [])
    block.set("provisioning_options", group.properties["resourceProvisioningOptions"]?.strings ?? [])
    let writeback = group.properties["writebackConfiguration"]
    block.set("writeback_enabled", writeback?["isEnabled"]?.bool ?? false, unless: false)
    block.set("onpremises_group_type", writeback?["onPremisesGroupType"]?.string)
    block.set("owners", .list(group.allOwners.compactMap { reference(to: $0) }))
    if let rule = group.properties["membershipRule"]?.string {
      var membership = TerraformBlock("dynamic_membership")
      membership.set("enabled", .flag(group.properties["membershipRuleProcessingState"]?.string != "Paused"))
      membership.set("rule", rule)
      block.add(membership)
    } else {
      block.set("members", .list(group.members.compactMap { reference(to: $0) }))
    }
    add(block, at: address, id: "/groups/\(group.id)")
  }

  /// Who holds which directory role. Roles are named by their template ids.
  mutating func addDirectoryRoles() {
    for held in directory.heldRoles(in: tenant.id) {
      let (holder, name): (TerraformBlock.Value?, String) =
        switch held.holder {
        case .user(let id): (reference(to: id), directory.users[id]?.alias ?? "user")
        case .group(let id): (reference(to: .group(id)), directory.groups[id]?.alias ?? "group")
        case .principal(let id):
          (
            address(of: id).map { .reference("\($0).object_id") },
            directory.servicePrincipals[id].flatMap { directory.applications[$0.application]?.alias } ?? "app"
          )
        }
      var (address, block) = resource("azuread_directory_role_assignment", like: "\(name)_\(held.role.displayName)")
      block.set("role_id", held.role.templateID, note: held.role.displayName)
      block.set("principal_object_id", holder)
      add(
        block, at: address,
        id: "/roleManagement/directory/roleAssignments/\(held.role.assignmentID(of: held.holder.guid))")
    }
  }
}
