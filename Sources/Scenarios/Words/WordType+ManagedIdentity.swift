import Directory
import JSON

extension WordType where Value == String {
  private static let wanted =
    "systemAssigned, userAssigned, or an Azure resource id (/subscriptions/ID/resourceGroups/GROUP/providers/…)"

  /// The Azure resource id of a managed identity. Either word stands for one that follows from the short name.
  static let managedIdentity = text(
    pattern:
      "^(systemAssigned|userAssigned|/subscriptions/[!-.0-~]+/resource[gG]roups/[!-.0-~]+/providers/[!-.0-~]+(/[!-.0-~]+/[!-.0-~]+)+)$",
    label: "`systemAssigned`, `userAssigned` or an Azure resource id", wanted
  ) { value, place throws(ScenarioError) in
    let text = try value.text(wanted)
    switch text {
    case "systemAssigned": return ManagedIdentityResource.machine(place.alias)
    case "userAssigned": return ManagedIdentityResource.userAssigned(place.alias)
    default:
      guard ManagedIdentityResource.isResource(text) else { throw value.mismatch(wanted) }
      return text
    }
  }
}
