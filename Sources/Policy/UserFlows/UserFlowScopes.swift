import Bytes
package import Directory

/// What the scopes of a request to Azure AD B2C ask for (Microsoft: "Request an access token in Azure Active Directory B2C"). There is no
/// Microsoft Graph: an access token is for one API of the tenant, or for the app itself, which is asked for by its client id.
package struct UserFlowScopes: Sendable, Hashable {
  /// As it came.
  package let text: String
  package private(set) var wantsIDToken = false
  package private(set) var wantsRefreshToken = false
  /// The API of the access token; nil when the scopes ask for none.
  package private(set) var api: Application.ID?
  /// The permissions on that API, for `scp`, in the spelling of the registration.
  package private(set) var values: [String] = []

  /// What an answer says of them: those of the API alone, as they were asked for (observed). Without an API it is what was asked.
  package var granted: String {
    guard api != nil else { return text }
    return ASCII.words(text).filter { !Self.others.contains(ASCII.lowercased($0)) }.joined(separator: " ")
  }

  private static let others = ["openid", "offline_access", "profile", "email"]

  /// Looks the scopes up for an app of the tenant.
  /// - Throws: AADB2C90055 for a scope without an API, AADB2C90117 for one that no API of the tenant has, AADB2C90146 for scopes of two
  ///   APIs, AADB2C90205 for a permission that nobody has granted the app.
  ///
  /// With `asOrdered` a test orders the token: no permission has to be granted, and words without an API count for nothing.
  package init(
    _ text: String, client: Application, tenant: Tenant, in directory: DirectoryState, asOrdered: Bool = false
  ) throws(Refusal) {
    self.text = text
    for word in ASCII.words(text) {
      switch ASCII.lowercased(word) {
      case "openid": wantsIDToken = true
      case "offline_access": wantsRefreshToken = true
      case "profile", "email": break
      case "\(client.id)": try take(client, nil)
      default:
        if asOrdered, !word.utf8.contains(0x2F) { continue }
        try take(word, client, tenant, directory, asOrdered)
      }
    }
  }

  private mutating func take(
    _ word: String, _ client: Application, _ tenant: Tenant, _ directory: DirectoryState, _ asOrdered: Bool
  ) throws(Refusal) {
    guard let slash = word.utf8.lastIndex(of: 0x2F) else { throw Refusal(.b2cScopeWithoutResource, [.scope: word]) }
    let value = String(word[word.utf8.index(after: slash)...])
    guard let api = directory.resource(named: String(word[..<slash])), !api.isFirstParty,
      directory.servicePrincipal(of: api.id, in: tenant.id) != nil
    else { throw Refusal(.b2cScopeUnknown, [.scope: word]) }
    let granted = EffectivePermissions.values(
      client: client, resource: api, user: User.ID(.zero), tenant: tenant.id, in: directory)
    if ASCII.equalIgnoringCase(value, ".default") {
      try take(api, nil)
      for value in granted { try take(api, value) }
      return
    }
    guard let permission = api.permission(named: value) else { throw Refusal(.b2cScopeUnknown, [.scope: word]) }
    guard asOrdered || api.id == client.id || granted.contains(permission.value) else {
      throw Refusal(.b2cNoPermission)
    }
    try take(api, permission.value)
  }

  private mutating func take(_ api: Application, _ value: String?) throws(Refusal) {
    if let known = self.api, known != api.id { throw Refusal(.b2cSeveralResources, [.scope: text]) }
    self.api = api.id
    if let value, !values.contains(value) { values.append(value) }
  }
}
