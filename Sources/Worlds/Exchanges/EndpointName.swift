/// The endpoints, by the names that rules, the journal and the control API have for them.
package enum EndpointName: String, Sendable, CaseIterable {
  case authorize
  /// A form of the sign-in pages sent back.
  case signIn
  case adminConsent
  case token
  case discovery
  case keys
  case instanceDiscovery
  case userRealm
  case logout
  /// A SAML request to sign in, or one that cannot be read.
  case saml
  /// A SAML request to sign out, at the same address.
  case samlLogout
  case samlMetadata
  /// The address of an app in My Apps, where a sign-in begins at the identity provider.
  case launcher
  /// The hidden frame of v1.0 that an app's page asks whether the user's session goes on.
  case checkSession
  case deviceCode
  /// The page that asks for a device's code.
  case device
  case nativeClient
  /// Tokens for a managed identity: that of a virtual machine, an app service or a function.
  case managedIdentity
  /// Native authentication: a sign-in begins.
  case nativeInitiate = "initiate"
  /// Asks for a code, or tells that a password is wanted.
  case nativeChallenge = "challenge"
  /// Lists the methods of a second factor.
  case nativeIntrospect = "introspect"
  case signUpStart
  case signUpChallenge
  case signUpContinue
  case resetPasswordStart
  case resetPasswordChallenge
  case resetPasswordContinue
  case resetPasswordSubmit
  case resetPasswordPoll
  /// Lists what may become a second factor.
  case registerIntrospect
  case registerChallenge
  case registerContinue
  /// What a virtual machine is told about itself, such as its region.
  case machineMetadata
  /// Tokens of a job in a pipeline: of GitHub Actions or Azure Pipelines.
  case pipelineToken
  case me
  case userInfo
  case graph
  /// What the server sends to apps to provision users and groups. Nobody calls it.
  case provisioning
  case control
  case proxy
  case unknown
}

extension EndpointName {
  /// Whether a word in a rule means that exchange. `graph` means all of Microsoft Graph; `/me` and the UserInfo endpoint there have names
  /// of their own beside it.
  package func covers(_ exchange: Exchange) -> Bool {
    if self == exchange.endpoint { return true }
    guard self == .graph else { return false }
    return exchange.endpoint == .me || exchange.endpoint == .userInfo && exchange.path.hasPrefix("/oidc/")
  }
}
