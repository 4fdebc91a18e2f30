import Bytes
import Directory
import JSON

/// Users, groups and directory roles.
extension TerraformExport {
  /// Graph's properties of users and the provider's attributes for them.
  private static let attributes = [
    ("ageGroup", "age_group"), ("city", "city"), ("companyName", "company_name"),
    ("consentProvidedForMinor", "consent_provided_for_minor"), ("country", "country"), ("department", "department"),
    ("employeeHireDate", "employee_hire_date"), ("employeeId", "employee_id"), ("employeeType", "employee_type"),
    ("faxNumber", "fax_number"), ("onPremisesImmutableId", "onpremises_immutable_id"), ("postalCode", "postal_code"),
    ("state", "state"), ("streetAddress", "street_address"), ("usageLocation", "usage_location"),
  ]

  /// A user of the tenant. The provider cannot read passwords, so the block has none.
  mutating func add(_ user: User) {
    guard let address = users[user.id] else { return }
    var block = Self.resource(address)
    let properties = user.properties
    block.set("user_principal_name", user.userPrincipalName)
    block.set("display_name", user.displayName)
    block.set("given_name", user.givenName)
    block.set("surname", user.surname)
    block.set("mail", user.mail)
    block.set("mail_nickname", properties["mailNickname"]?.string)
    block.set("other_mails", properties["otherMails"]?.strings ?? [])
    block.set("job_title", user.jobTitle)
    block.set("office_location", user.officeLocation)
    block.set("mobile_phone", user.mobilePhone)
    block.set("business_phones", user.businessPhones)
    block.set("preferred_language", user.preferredLanguage)
    for (name, attribute) in Self.attributes { block.set(attribute, properties[name]?.string) }
    block.set("cost_center", properties["employeeOrgData"]?["costCenter"]?.string)
    block.set("division", properties["employeeOrgData"]?["division"]?.string)
    let policies = properties["passwordPolicies"]?.string ?? ""
    block.set("disable_password_expiration", policies.firstPlace(of: "DisablePasswordExpiration") != nil, unless: false)
    block.set("disable_strong_password", policies.firstPlace(of: "DisableStrongPassword") != nil, unless: false)
    block.set("account_enabled", user.isEnabled, unless: true)
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
        case .group(let id): (groups[id].map { .reference("\($0).object_id") }, directory.groups[id]?.alias ?? "group")
        case .principal(let id):
          (
            address(of: id).map { .reference("\($0).object_id") },
            directory.servicePrincipals[id].flatMap { directory.applications[$0.application]?.alias } ?? "app"
          )
        }
      var (address, block) = resource("azuread_directory_role_assignment", like: "\(name)_\(held.role.displayName)")
      block.set("role_id", held.role.templateID, note: held.role.displayName)
      block.set("principal_object_id", holder)
      add(block, at: address, id: held.role.assignmentID(of: held.holder.guid))
    }
  }
}
