/// A fact in the text of a refusal. The raw value is its name in templates.
package enum Placeholder: String, Sendable, Hashable, CaseIterable {
  /// The client id of the app that sent the request.
  case app
  case appName
  /// The algorithm that the service does not know.
  case algorithm
  /// The ways to sign in that a SAML request demands, and those by which the user came.
  case askedMethod
  case usedMethod
  case audience
  /// The binding that a SAML request names.
  case binding
  case cloud
  /// What the user signed in with.
  case credential
  /// The device state that a policy demands: `compliant`, `domain_joined`.
  case deviceState
  case expires
  case feature
  case grantType
  /// An id in a text of the service's list, which does not say of what.
  case identifier
  case identityProvider
  /// The longest time that a refresh token may be unused, as a .NET time span.
  case inactive
  case issuedAt
  case issuer
  /// The longest allowed lifetime: a .NET time span (700081) or whole seconds (70043).
  case lifetime
  /// Where an error is in a SAML message.
  case line
  case position
  case method
  case now
  case organization
  /// The user flow of Azure AD B2C in the path of the request.
  case policy
  /// The user flow that the code or refresh token came from.
  case policyOfGrant
  case origin
  /// The operating system of a sign-in, in the service's word.
  case platform
  /// The name of a parameter of the request.
  case parameter
  case reason
  /// The redirect URI of the request. The service also calls it the reply address.
  case redirectURI
  /// The redirect URI of the authorize request that the code came from.
  case registeredURI
  case resource
  /// The client id of `resource`.
  case resourceID
  case resourceName
  /// The client ids of the APIs that the app lists, with commas between them.
  case resources
  case responseMode
  case responseType
  /// The schemes that a reply address may have.
  case schemes
  case scope
  case subject
  /// The names in a certificate.
  case subjects
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
    case .algorithm: "MD5"
    case .app, .identifier: "00000000-0000-0000-0000-000000000000"
    case .appName: "app"
    case .askedMethod: "Password, ProtectedTransport"
    case .usedMethod: "X509, MultiFactor"
    case .binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"
    case .line, .position: "1"
    case .audience: "api://app"
    case .cloud: "AzureUSGovernment"
    case .credential: "SMS"
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
    case .platform: "Unknown"
    case .reason: "The key was not found."
    case .redirectURI, .registeredURI: "http://localhost"
    case .resource, .resourceID, .resources: "00000003-0000-0000-c000-000000000000"
    case .resourceName: "Microsoft Graph"
    case .responseMode: "query"
    case .responseType: "code"
    case .schemes: "https"
    case .scope: "User.Read"
    case .subject: "subject"
    case .subjects: "CN=app.example"
    case .thumbprint: "0000000000000000000000000000000000000000"
    case .underlyingCode: "1003005"
    case .user: "{EmailHidden}"
    }
  }
}
