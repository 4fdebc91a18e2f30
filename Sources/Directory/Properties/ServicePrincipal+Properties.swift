extension ServicePrincipal {
  /// The plain properties that a tenant gives to its service principal of an app, in Graph's order (Microsoft: "servicePrincipal resource
  /// type").
  package static let rows: [Property<ServicePrincipal>] = [
    .plain(
      "alternativeNames", .texts, "More names that find it.", filter: [.equal, .not, .atLeast, .atMost, .startsWith]),
    .plain("description", .text, "The purpose.", filter: [.equal, .notEqual, .not, .atLeast, .atMost, .startsWith])
      .upTo(1024),
    .plain(
      "directoryRoles", .texts, "The directory roles that the app holds when it signs in as itself.",
      [.isReadOnly, .isHidden]),
    .plain("loginUrl", .text, "Where the app's own sign-in begins."),
    .plain("notes", .text, "Notes of those who look after it."),
    .plain("notificationEmailAddresses", .texts, "Where the end of the SAML certificate is told."),
    .plain("preferredSingleSignOnMode", .text, "`password`, `saml`, `notSupported` or `oidc`.", filter: .undocumented),
    .plain("preferredTokenSigningKeyThumbprint", .text, "The thumbprint of the SAML certificate."),
    .plain("samlSingleSignOnSettings", .record(["relayState"]), "The settings of SAML."),
    .plain(
      "tags", .texts, "Words that group service principals, such as `WindowsAzureActiveDirectoryIntegratedApp`.",
      filter: [.equal, .not, .atLeast, .atMost, .startsWith]),
    .plain(
      "tokenEncryptionKeyId", .text,
      "The `keyId` of the certificate that tokens are encrypted with. The server encrypts none."),
    .plain(
      "graph", .graphMembers,
      "Members that a client of Microsoft Graph wrote and that have no word here, as it wrote them. The server shows them and does not act on them."
    ),
  ]
}
