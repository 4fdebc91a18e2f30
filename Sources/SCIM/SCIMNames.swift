/// The URNs of SCIM's schemas and messages, and the one schema of Microsoft's own.
package enum SCIMNames {
  package static let user = "urn:ietf:params:scim:schemas:core:2.0:User"
  package static let group = "urn:ietf:params:scim:schemas:core:2.0:Group"
  package static let enterpriseUser = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
  /// The second schema of a group that Entra creates.
  package static let microsoftGroup = "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"
  package static let patchOperation = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
  package static let listResponse = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
  package static let error = "urn:ietf:params:scim:api:messages:2.0:Error"
  /// The type of a role that a mapping of a single role sends.
  package static let roleType = "WindowsAzureActiveDirectoryRole"
  /// The path of a user's manager.
  package static let manager = enterpriseUser + ":manager"
}
