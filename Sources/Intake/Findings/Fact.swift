/// The kinds of facts that a form can tell about an app registration or its tenant. What keys say has its letter in `KeyWords`.
enum Fact: UInt8, Sendable, Hashable {
  case clientId = 0x63
  case objectId = 1
  case name = 0x6E
  /// A tenant by its id, its domain or one of the words `common`, `organizations` and `consumers`.
  case tenant = 0x74
  case domain = 0x64
  case authority = 0x61
  /// The first part of an authority that stands in two keys.
  case instance = 0x69
  case secret = 0x73
  case certificate = 0x78
  /// That of the identity provider, by which a service provider of SAML verifies what it gets.
  case signingCertificate = 0x6B
  case redirectUri = 0x72
  case webRedirect = 3
  case spaRedirect = 0x52
  case nativeRedirect = 4
  /// A path that a library appends to the app's own address.
  case callbackPath = 0x70
  case logoutUrl = 0x6C
  /// An address at which the app answers.
  case homePage = 0x68
  case signInAudience = 5
  /// A permission that the app asks for: with its API's address or without, then of Microsoft Graph.
  case scope = 0x7A
  case applicationPermission = 6
  case identifierUri = 0x75
  /// What an API accepts: an App ID URI, a client id, or a list of either.
  case audience = 0x76
  /// The name of a scope of the app's own.
  case exposedScope = 0x65
  case policy = 0x62
  /// A member of Graph's `application` as a whole, such as `appRoles`. The value is JSON.
  case member = 7
  /// The kind of client, in a word of `ClientKind`.
  case kind = 8
}

/// The kind of client that an app registration is for.
enum ClientKind: String, Sendable, Hashable {
  case web
  case spa
  case native
  case daemon
  case api
}
