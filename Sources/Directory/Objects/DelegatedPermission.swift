/// A delegated permission that an API exposes (manifest: `oauth2PermissionScopes`).
package struct DelegatedPermission: Sendable, Hashable, Codable {
  package var id: Identifier<DelegatedPermission>
  /// The text in a request's `scope` after the resource, and in `scp` of tokens: `User.Read`.
  package var value: String
  /// Whether only an administrator may consent.
  package var needsAdmin: Bool
  package var displayName: String
  /// The longer text that the consent page shows beside `displayName`.
  package var details: String
  /// The text for users in the place of `displayName` (manifest: `userConsentDisplayName`). Nil: users see the same text
  /// as administrators.
  package var userDisplayName: String?
  /// The text for users in the place of `details` (manifest: `userConsentDescription`).
  package var userDetails: String?
  private var isDisabled: Bool?

  /// False: the API's owner has disabled the scope, and the server treats it as unknown.
  package var isEnabled: Bool {
    get { isDisabled != true }
    set { isDisabled = newValue ? nil : true }
  }

  package init(
    id: Identifier<DelegatedPermission>, value: String, needsAdmin: Bool, displayName: String, details: String
  ) {
    self.id = id
    self.value = value
    self.needsAdmin = needsAdmin
    self.displayName = displayName
    self.details = details
  }
}

extension Identifier<DelegatedPermission> {
  /// The id of a scope that a scenario file defines by app and value. It is the same in every run.
  package static func named(_ name: String) -> Self { Self(SeededDirectory.derived("permission", name)) }
}
