/// A fact in the text of a refusal. The raw value is its name in templates.
package enum Placeholder: String, Sendable, Hashable, CaseIterable {
  /// The client id of the app that sent the request.
  case app
  case appName
  case audience
  case cloud
  /// The device state that a policy demands: `compliant`, `domain_joined`.
  case deviceState
  case expires
  case feature
  case grantType
  case identityProvider
  /// The longest time that a refresh token may be unused, as a .NET time span.
  case inactive
  case issuedAt
  case issuer
  /// The longest allowed lifetime: a .NET time span (700081) or whole seconds (70043).
  case lifetime
  case method
  case now
  case organization
  /// The user flow of Azure AD B2C in the path of the request.
  case policy
  /// The user flow that the code or refresh token came from.
  case policyOfGrant
  case origin
  /// The name of a parameter of the request.
  case parameter
  case reason
  /// The redirect URI of the request. The service also calls it the reply address.
  case redirectURI
  /// The redirect URI of the authorize request that the code came from.
  case registeredURI
  case resource
  case resourceName
  case responseMode
  case responseType
  case scope
  case subject
  case tenant
  case thumbprint
  case tokensValidFrom
  /// The code of the sign-in log behind a failure of a custom claims provider.
  case underlyingCode
  case user
  case validFrom

  /// The value when the fact is unknown, as in a rule that refuses by number alone.
  package var example: String {
    switch self {
    case .app: "00000000-0000-0000-0000-000000000000"
    case .appName: "app"
    case .audience: "api://app"
    case .cloud: "AzureUSGovernment"
    case .deviceState: "compliant"
    case .feature: "Feature"
    case .grantType: "unknown"
    case .identityProvider: "live.com"
    case .inactive: "90.00:00:00"
    case .issuedAt, .tokensValidFrom, .validFrom, .now, .expires: "2026-01-31T10:20:30.1234567Z"
    case .issuer: "https://issuer.example"
    case .lifetime: "90.00:00:00"
    case .method: "GET"
    case .organization, .tenant: "Contoso"
    case .origin: "http://localhost"
    case .policy: "B2C_1_edit_profile"
    case .policyOfGrant: "B2C_1_susi"
    case .parameter: "scope"
    case .reason: "The key was not found."
    case .redirectURI, .registeredURI: "http://localhost"
    case .resource: "00000003-0000-0000-c000-000000000000"
    case .resourceName: "Microsoft Graph"
    case .responseMode: "query"
    case .responseType: "code"
    case .scope: "User.Read"
    case .subject: "subject"
    case .thumbprint: "0000000000000000000000000000000000000000"
    case .underlyingCode: "1003005"
    case .user: "{EmailHidden}"
    }
  }
}
