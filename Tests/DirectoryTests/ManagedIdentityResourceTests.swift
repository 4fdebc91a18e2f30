import Expectations
import Testing

@testable import Directory

/// The Azure resource ids of managed identities.
struct ManagedIdentityResourceTests {
  private static let group = "/subscriptions/0/resourceGroups/g"

  @Test(arguments: [
    ("a user-assigned identity", "\(group)/providers/Microsoft.ManagedIdentity/userAssignedIdentities/a", true, true),
    ("in small letters", "\(group)/providers/microsoft.managedidentity/userassignedidentities/a", true, true),
    ("a machine", "\(group)/providers/Microsoft.Compute/virtualMachines/vm", true, false),
    ("a part of a service", "\(group)/providers/Microsoft.Web/sites/s/slots/t", true, false),
    ("a name alone", "identity", false, false),
    ("a group", group, false, false),
    ("a slash at the end", "\(group)/providers/Microsoft.Web/sites/s/", false, false),
    ("a name missing", "\(group)/providers/Microsoft.Web/sites", false, false),
    ("a blank", "\(group)/providers/Microsoft.Web/sites/a b", false, false),
    ("another beginning", "/tenants/0/resourceGroups/g/providers/Microsoft.Web/sites/s", false, false),
    ("nothing", "", false, false),
  ]) func isTold(_ what: String, _ text: String, _ isResource: Bool, _ isUserAssigned: Bool) {
    expectEqual(ManagedIdentityResource.isResource(text), isResource, "\(what)")
    expectEqual(ManagedIdentityResource.isUserAssigned(text), isUserAssigned, "\(what)")
  }

  @Test func madeOnesAreOfTheirKind() {
    for (text, isUserAssigned) in [
      (ManagedIdentityResource.machine("vm"), false), (ManagedIdentityResource.userAssigned("a"), true),
    ] {
      #expect(ManagedIdentityResource.isResource(text))
      expectEqual(ManagedIdentityResource.isUserAssigned(text), isUserAssigned)
    }
  }
}
