extension PlainProperty {
  /// The plain properties of app registrations, in Graph's order (Microsoft: "application resource type").
  package static let ofApplications = table(
    """
    applicationTemplateId | text | fr | | The id of the template that the app was made from.
    description | text | f | | The purpose of the app.
    isDeviceOnlyAuthSupported | flag | | | Whether a device may sign in without a user.
    nativeAuthenticationApisEnabled | text | | | `all` or `none`: whether the app may use [native authentication](external-id.md#native-authentication).
    notes | text | | | Notes of those who look after the app.
    serviceManagementReference | text | | | The app's number in a service management database.
    tags | texts | f | | Words that group apps, such as `HideApp`.
    tokenEncryptionKeyId | text | | | The `keyId` of the certificate that tokens are encrypted with. The server encrypts none.
    uniqueName | text | f | | A key that the owner chooses.
    samlMetadataUrl | text | | | The address of the SAML metadata.
    defaultRedirectUri | text | | | The redirect URI for a request without one. The server does not use it.
    certification | anything | r | | What Microsoft 365 says of the app.
    servicePrincipalLockConfiguration | anything | | | The properties that other tenants cannot change.
    requestSignatureVerification | anything | | | Whether SAML requests have to be signed.
    addIns | anything | | | Custom behaviors that other services call.
    info | record logoUrl,marketingUrl,privacyStatementUrl,supportUrl,termsOfServiceUrl | | | The addresses of the publisher.
    parentalControlSettings | anything | | | What the app says of minors.
    oauth2RequirePostResponse | flag | | | Whether an OAuth answer has to come by POST. The server does not act on it.
    graph | graphMembers | | | Members that a client of Microsoft Graph wrote and that have no word here, as it wrote them. The server shows them and does not act on them.
    """)

  /// The plain properties that a tenant gives to its service principal of an app, in Graph's order (Microsoft:
  /// "servicePrincipal resource type").
  package static let ofServicePrincipals = table(
    """
    alternativeNames | texts | f | | More names that find it.
    description | text | f | | The purpose.
    directoryRoles | texts | r | | The directory roles that the app holds when it signs in as itself.
    loginUrl | text | | | Where the app's own sign-in begins.
    notes | text | | | Notes of those who look after it.
    notificationEmailAddresses | texts | | | Where the end of the SAML certificate is told.
    preferredSingleSignOnMode | text | f | | `password`, `saml`, `notSupported` or `oidc`.
    preferredTokenSigningKeyThumbprint | text | | | The thumbprint of the SAML certificate.
    samlSingleSignOnSettings | record relayState | | | The settings of SAML.
    tags | texts | f | | Words that group service principals, such as `WindowsAzureActiveDirectoryIntegratedApp`.
    tokenEncryptionKeyId | text | | | The `keyId` of the certificate that tokens are encrypted with. The server encrypts none.
    graph | graphMembers | | | Members that a client of Microsoft Graph wrote and that have no word here, as it wrote them. The server shows them and does not act on them.
    """)

  /// The property of app registrations of that name.
  package static func ofApplication(_ name: String) -> PlainProperty? { ofApplications.first { $0.name == name } }

  /// The property of service principals of that name.
  package static func ofServicePrincipal(_ name: String) -> PlainProperty? {
    ofServicePrincipals.first { $0.name == name }
  }
}
