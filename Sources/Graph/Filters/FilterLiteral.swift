import Directory
import JSON

/// A value in `$filter` with the type that it has as it is written.
struct FilterLiteral: Sendable, Hashable {
  /// The types that the front compares before any service sees the filter.
  enum Kind: String, Sendable {
    case flag = "Edm.Boolean"
    case guid = "Edm.Guid"
    case text = "Edm.String"
    case time = "Edm.DateTimeOffset"
  }

  let value: JSONValue
  /// Nil for null, which every type has.
  let kind: Kind?
}

extension FilterLiteral.Kind {
  /// The type of a property's values, of a list that of its elements. Nil for objects.
  init?(_ kind: PropertyKind) {
    switch kind {
    case .text, .address, .webAddress, .texts, .addresses, .choice: self = .text
    case .flag: self = .flag
    case .time: self = .time
    case .number, .record, .records, .times, .products, .licenses, .openExtensions, .anything, .graphMembers: return nil
    }
  }

  /// The type of a property that has no row.
  init?(ofName name: String) {
    switch name {
    case "accountEnabled", "appRoleAssignmentRequired", "mailEnabled", "securityEnabled": self = .flag
    case "createdDateTime", "deletedDateTime": self = .time
    case "appDisplayName", "appId", "displayName", "groupTypes", "homepage", "id", "identifierUris", "publisherDomain",
      "replyUrls", "securityIdentifier", "servicePrincipalNames", "servicePrincipalType", "signInAudience",
      "userPrincipalName":
      self = .text
    default: return nil
    }
  }
}
