import JSON

extension Application {
  /// The properties of app registrations, the plain ones in Graph's order (Microsoft: "application resource type").
  package static let rows =
    nameRows + [audienceRow] + addressRows + implicitRows + clientRows + [identifierURIRow, groupClaimsRow, versionRow]
    + tokenRows + plain

  /// How people know the app.
  package static let nameRows: [Property<Application>] = [
    .member(
      "displayName", \.displayName, "The name for people.", filter: .text, [.isSortable, .isSearchable],
      new: "the alias"
    ).upTo(256)
  ]

  /// Whose accounts may sign in.
  package static let audienceRow = Property<Application>.choice(
    "signInAudience", \.audience, "The accounts that may sign in.", filter: [.equal, .notEqual, .not],
    new: "`AzureADMyOrg`", word: "audience")

  /// The App ID URIs.
  package static let identifierURIRow = Property<Application>.formed(
    "identifierUris", .texts,
    "Of an API: the App ID URIs that scopes begin with, in the place of those that it has.",
    filter: [.equal, .notEqual, .atLeast, .atMost, .startsWith],
    get: { .strings($0.identifierURIs) }, set: { $0.identifierURIs = $1?.strings ?? [] })

  /// The memberships that tokens state.
  package static let groupClaimsRow = Property<Application>.formed(
    "groupMembershipClaims", .text, "The groups that tokens name.", new: "`None`",
    get: { $0.groupMembershipClaims.map { .string($0.rawValue) } },
    set: { $0.groupMembershipClaims = $1?.string.flatMap(GroupMembershipClaims.init(rawValue:)) })

  /// The version of access tokens for the app.
  package static let versionRow = Property<Application>.formed(
    "requestedAccessTokenVersion", .number(1...2),
    "Of an API: the version of access tokens for it. `null` is 1, as Graph has it.", new: "2, under `resources` 1",
    in: "api", get: { $0.accessTokenVersion == 2 ? 2 : Optional.none },
    set: { $0.accessTokenVersion = $1 == 2 ? 2 : 1 })

  /// Where its pages are.
  package static let addressRows: [Property<Application>] = [
    .member("homePageUrl", \.homePage, as: .webAddress, "The home page.", synonyms: ["homepage"], in: "web"),
    .member(
      "logoutUrl", \.logoutURL, as: .webAddress,
      "The front-channel logout URL, which the sign-out page loads in a frame.", in: "web"),
  ]

  /// What authorize may answer without a code.
  package static let implicitRows: [Property<Application>] = [
    .flag(
      "enableIdTokenIssuance", \.issuesIDTokensFromAuthorize, usual: false,
      "Whether authorize may answer with an id token; AADSTS700054 otherwise.", new: "`false`", in: implicitSwitches),
    .flag(
      "enableAccessTokenIssuance", \.issuesAccessTokensFromAuthorize, usual: false,
      "Whether authorize may answer with an access token; AADSTS700051 otherwise.", new: "`false`",
      in: implicitSwitches),
  ]

  /// Where Graph has the two: an object within `web`.
  package static let implicitSwitches = "web/implicitGrantSettings"

  /// What the client may do.
  package static let clientRows: [Property<Application>] = [
    .flag(
      "isFallbackPublicClient", \.allowsPublicClientFlows, usual: false,
      "Whether the app may use flows without a credential and without a redirect URI, such as device code and password.",
      new: "`false`; `true` for a native app")
  ]

  /// What tokens for the app may hold.
  package static let tokenRows: [Property<Application>] = [
    .flag(
      "acceptMappedClaims", \.acceptsMapped, usual: false,
      "Whether tokens may hold mapped claims although the app has no signing key of its own.", new: "`false`", in: "api"
    )
  ]

  /// The properties that decide nothing.
  private static let plain: [Property<Application>] = [
    .plain(
      "applicationTemplateId", .text, "The id of the template that the app was made from.",
      filter: [.equal, .not, .notEqual], [.isReadOnly]),
    .plain(
      "description", .text, "The purpose of the app.",
      filter: [.equal, .notEqual, .not, .atLeast, .atMost, .startsWith]
    ).upTo(1024),
    .plain(
      "disabledByMicrosoftStatus", .text,
      "Why Microsoft has closed the app, such as `DisabledDueToViolationOfServicesAgreement`. Nobody gets a token for it."
    ),
    .plain("isDeviceOnlyAuthSupported", .flag, "Whether a device may sign in without a user."),
    .plain(
      "nativeAuthenticationApisEnabled", .text,
      "`all` or `none`: whether the app may use [native authentication](external-id.md#native-authentication)."),
    .plain("notes", .text, "Notes of those who look after the app."),
    .plain("serviceManagementReference", .text, "The app's number in a service management database."),
    .plain(
      "tags", .texts, "Words that group apps, such as `HideApp`.",
      filter: [.equal, .not, .atLeast, .atMost, .startsWith]),
    .plain(
      "tokenEncryptionKeyId", .text,
      "The `keyId` of the certificate that tokens are encrypted with. The server encrypts none."),
    .plain("uniqueName", .text, "A key that the owner chooses.", filter: .undocumented),
    .plain("samlMetadataUrl", .text, "The address of the SAML metadata."),
    .plain("defaultRedirectUri", .text, "The redirect URI for a request without one. The server does not use it."),
    .plain("certification", .anything, "What Microsoft 365 says of the app.", [.isReadOnly]),
    .plain("servicePrincipalLockConfiguration", .anything, "The properties that other tenants cannot change."),
    .plain("requestSignatureVerification", .anything, "Whether SAML requests have to be signed."),
    .plain("addIns", .anything, "Custom behaviors that other services call."),
    .plain(
      "info", .record(["logoUrl", "marketingUrl", "privacyStatementUrl", "supportUrl", "termsOfServiceUrl"]),
      "The addresses of the publisher."),
    .plain("parentalControlSettings", .anything, "What the app says of minors."),
    .plain(
      "oauth2RequirePostResponse", .flag, "Whether an OAuth answer has to come by POST. The server does not act on it."),
    .plain(
      "graph", .graphMembers,
      "Members that a client of Microsoft Graph wrote and that have no word here, as it wrote them. The server shows them and does not act on them."
    ),
  ]
}

extension Application {
  /// As a flag that is there or not.
  var acceptsMapped: Bool {
    get { acceptsMappedClaims ?? false }
    set { acceptsMappedClaims = newValue ? true : nil }
  }
}
