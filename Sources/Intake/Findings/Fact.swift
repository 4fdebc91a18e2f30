/// The kinds of facts that a form can tell about an app registration or its tenant.
enum Fact: UInt8, Sendable, Hashable, CaseIterable {
  case clientId
  case objectId
  case name
  /// A tenant by its id, its domain or one of the words `common`, `organizations` and `consumers`.
  case tenant
  case domain
  case authority
  /// The first part of an authority that stands in two keys.
  case instance
  case secret
  case certificate
  case redirectUri
  case webRedirect
  case spaRedirect
  case nativeRedirect
  /// A path that a library appends to the app's own address.
  case callbackPath
  case logoutUrl
  /// An address at which the app answers.
  case homePage
  case signInAudience
  /// A permission that the app asks for: with its API's address or without, then of Microsoft Graph.
  case scope
  case applicationPermission
  case identifierUri
  /// What an API accepts: an App ID URI, a client id, or a list of either.
  case audience
  /// The name of a scope of the app's own.
  case exposedScope
  case policy
  /// A member of Graph's `application` as a whole, such as `appRoles`. The value is JSON.
  case member
  /// The kind of client, in a word of `ClientKind`.
  case kind
}

/// The kind of client that an app registration is for.
enum ClientKind: String, Sendable, Hashable {
  case web
  case spa
  case native
  case daemon
  case api
}
