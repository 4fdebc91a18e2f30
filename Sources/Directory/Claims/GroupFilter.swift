import Bytes

/// Which of a user's groups the claim of groups lists (Graph: `GroupFilter` of a claims mapping policy; Microsoft: "Configure group claims for
/// applications", group filtering). It counts for nested groups too, and not for directory roles.
package struct GroupFilter: Sendable, Hashable, Codable {
  /// The property of the group that is looked at (`MatchOn`). The raw values are those of the policy, which are compared in any case.
  package enum Property: String, Sendable, Codable, CaseIterable {
    case displayName = "displayname"
    /// The account name in Active Directory. A group that is managed in the cloud has none, and fits no filter.
    case samAccountName = "samaccountname"
  }

  /// Where the text has to stand (`Type`).
  package enum Place: String, Sendable, Codable, CaseIterable {
    case prefix
    case suffix
    case contains

    /// For sentences: `begins with`.
    fileprivate var verb: String {
      switch self {
      case .prefix: "begins with"
      case .suffix: "ends with"
      case .contains: "contains"
      }
    }
  }

  /// A user of more groups, nested ones counted, is too much for the service's filter: it does not count then (documented on the same page).
  package static let mostGroups = 1_000

  package let property: Property
  package let place: Place
  package let text: String

  package init(_ property: Property, _ place: Place, _ text: String) {
    self.property = property
    self.place = place
    self.text = text
  }

  /// Whether the claim lists the group. ASCII case does not count.
  package func admits(_ group: Group) -> Bool {
    let name =
      switch property {
      case .displayName: group.displayName
      case .samAccountName: group.properties.text("onPremisesSamAccountName") ?? ""
      }
    let (found, wanted) = (ASCII.lowercased(name), ASCII.lowercased(text))
    return switch place {
    case .prefix: found.hasPrefix(wanted)
    case .suffix: found.hasSuffix(wanted)
    case .contains: found.firstPlace(of: wanted) != nil
    }
  }

  /// For sentences: `displayname begins with 'App '`.
  package var sentence: String { "\(property.rawValue) \(place.verb) '\(text)'" }
}
