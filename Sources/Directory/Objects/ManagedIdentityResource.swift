package import Bytes

/// The Azure resource ids of managed identities (Microsoft: "What are managed identities for Azure resources?").
package enum ManagedIdentityResource {
  private static let userAssigned = "/providers/microsoft.managedidentity/userassignedidentities/"

  /// Whether the identity is a resource of its own. A system-assigned one has the resource id of the machine or service that it
  /// belongs to.
  package static func isUserAssigned(_ resource: String) -> Bool {
    ASCII.lowercased(resource).firstPlace(of: userAssigned) != nil
  }

  /// Whether a text has the form `/subscriptions/{id}/resourceGroups/{name}/providers/{provider}/{type}/{name}`. Azure writes
  /// `resourcegroups`, too.
  package static func isResource(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 9, parts.count % 2 == 1, parts[0].isEmpty, parts.dropFirst().allSatisfy({ !$0.isEmpty }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
    else { return false }
    return parts[1] == "subscriptions" && ["resourcegroups", "resourceGroups"].contains(parts[3])
      && parts[5] == "providers"
  }

  /// The resource id of a user-assigned identity that a scenario gives none.
  package static func userAssigned(_ name: String) -> String {
    "\(group)/providers/Microsoft.ManagedIdentity/userAssignedIdentities/\(name)"
  }

  /// The resource id of a machine whose system-assigned identity a scenario gives none.
  package static func machine(_ name: String) -> String {
    "\(group)/providers/Microsoft.Compute/virtualMachines/\(name)"
  }

  /// The subscription that the resources of the worlds belong to.
  package static let subscription = SeededDirectory.derived("subscription", "contoso")

  /// The id of a machine, the same in every run.
  package static func machineID(_ name: String) -> GUID { SeededDirectory.derived("machine", name) }

  private static var group: String { "/subscriptions/\(subscription)/resourcegroups/contoso" }
}

extension Application {
  /// Whether the app is a managed identity that belongs to one machine or service.
  package var isSystemAssignedIdentity: Bool {
    managedIdentityResource.map { !ManagedIdentityResource.isUserAssigned($0) } ?? false
  }
}
