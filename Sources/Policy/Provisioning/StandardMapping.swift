package import Directory

/// The rows with which the service fills users and groups of an app that says nothing else, in the order of its changes (Microsoft:
/// "Understand how to integrate SCIM"; the order was observed).
package enum StandardMapping {
  package static let enterpriseUser = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"

  package static let users: [MappingRow] = [
    MappingRow("userName", .attribute("userPrincipalName"), matching: 1),
    MappingRow("active", .expression(#"Switch([IsSoftDeleted], , "False", "True", "True", "False")"#)),
    MappingRow("displayName", .attribute("displayName")),
    MappingRow("title", .attribute("jobTitle")),
    MappingRow(#"emails[type eq "work"].value"#, .attribute("mail")),
    MappingRow("preferredLanguage", .attribute("preferredLanguage")),
    MappingRow("name.givenName", .attribute("givenName")),
    MappingRow("name.familyName", .attribute("surname")),
    MappingRow("name.formatted", .expression(#"Join(" ", [givenName], [surname])"#)),
    MappingRow(#"addresses[type eq "work"].formatted"#, .attribute("physicalDeliveryOfficeName")),
    MappingRow(#"addresses[type eq "work"].streetAddress"#, .attribute("streetAddress")),
    MappingRow(#"addresses[type eq "work"].locality"#, .attribute("city")),
    MappingRow(#"addresses[type eq "work"].region"#, .attribute("state")),
    MappingRow(#"addresses[type eq "work"].postalCode"#, .attribute("postalCode")),
    MappingRow(#"addresses[type eq "work"].country"#, .attribute("country")),
    MappingRow(#"phoneNumbers[type eq "work"].value"#, .attribute("telephoneNumber")),
    MappingRow(#"phoneNumbers[type eq "mobile"].value"#, .attribute("mobile")),
    MappingRow(#"phoneNumbers[type eq "fax"].value"#, .attribute("facsimileTelephoneNumber")),
    MappingRow("externalId", .attribute("mailNickname")),
    MappingRow(enterpriseUser + ":employeeNumber", .attribute("employeeId")),
    MappingRow(enterpriseUser + ":department", .attribute("department")),
    MappingRow(enterpriseUser + ":manager", .attribute("manager")),
  ]

  package static let groups: [MappingRow] = [
    MappingRow("displayName", .attribute("displayName"), matching: 1),
    MappingRow("externalId", .attribute("objectId")),
    MappingRow("members", .attribute("members")),
  ]

  /// The rows of users that hold for an app.
  package static func userRows(_ settings: ProvisioningSettings) -> [MappingRow] {
    var rows = users
    if settings.preset == .objectID {
      rows[0].matching = 2
      if let place = rows.firstIndex(where: { $0.target == "externalId" }) {
        rows[place] = MappingRow("externalId", .attribute("objectId"), matching: 1)
      }
    }
    return changed(rows, by: settings.userRows)
  }

  /// The rows of groups that hold for an app.
  package static func groupRows(_ settings: ProvisioningSettings) -> [MappingRow] {
    changed(groups, by: settings.groupRows)
  }

  private static func changed(_ rows: [MappingRow], by changes: [MappingRow]?) -> [MappingRow] {
    var rows = rows
    let isMatchingSaid = changes?.contains { $0.matching != nil } ?? false
    for change in changes ?? [] {
      if let place = rows.firstIndex(where: { $0.target == change.target }) {
        // As in the portal, who edits a row leaves it the one that objects are found by, unless another one is named.
        let matching = change.matching ?? (isMatchingSaid ? nil : rows[place].matching)
        rows[place] = change
        rows[place].matching = matching
      } else {
        rows.append(change)
      }
    }
    return rows.filter { $0.source != nil }
  }
}
