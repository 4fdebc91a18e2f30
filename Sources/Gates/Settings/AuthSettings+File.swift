import Bytes
package import JSON
import Time

extension AuthSettings {
  /// What a file says of the app itself. Nil where it says nothing.
  package struct Registration: Sendable, Hashable {
    package var clientID: String?
    /// The name of the environment variable with the app's secret.
    package var secretSetting: String?
  }

  /// Takes over a file: the authentication settings of App Service and Container Apps (`authsettingsV2`, as a template or a file
  /// has them), or `staticwebapp.config.json` for Static Web Apps.
  ///
  /// - Throws: `SettingsFault` for a member with a value of another kind. Members that are not known are passed over, as the
  ///   services do.
  package mutating func take(_ file: JSONValue) throws(SettingsFault) -> Registration {
    guard file.object != nil else { throw SettingsFault(description: "the file has to be a JSON object") }
    let isTemplate = file["properties"]?.object != nil
    let reader = SettingsReader(isTemplate ? file["properties"] ?? .null : file)
    if style == .staticWebApps { return try takeStaticWebApp(reader) }
    try takeValidation(reader)
    try takeLogin(reader)
    let directory = reader.reader("identityProviders.azureActiveDirectory")
    try takeProvider(directory)
    return Registration(
      clientID: try directory.string("registration.clientId"),
      secretSetting: try directory.string("registration.clientSecretSettingName"))
  }

  private static let actions: [String: Action] = [
    "redirecttologinpage": .redirect, "return401": .unauthorized, "rejectwith401": .unauthorized,
    "return403": .forbidden, "rejectwith403": .forbidden, "rejectwith404": .notFound, "allowanonymous": .anonymous,
  ]

  private mutating func takeValidation(_ reader: SettingsReader) throws(SettingsFault) {
    if let name = try reader.string("globalValidation.unauthenticatedClientAction") {
      guard let action = Self.actions[ASCII.lowercased(name)] else {
        throw reader.fault(
          "globalValidation.unauthenticatedClientAction",
          "RedirectToLoginPage, Return401, Return403, RejectWith404 or AllowAnonymous")
      }
      self.action = action
    }
    if try reader.flag("globalValidation.requireAuthentication") == false { action = .anonymous }
    excludedPaths = try reader.strings("globalValidation.excludedPaths") ?? excludedPaths
    requiresHTTPS = try reader.flag("httpSettings.requireHttps") ?? requiresHTTPS
    prefix = try reader.string("httpSettings.routes.apiPrefix") ?? prefix
    let proxy = reader.reader("httpSettings.forwardProxy")
    switch try proxy.string("convention").map({ ASCII.lowercased($0) }) {
    case nil, "noproxy": break
    case "standard": forwarding = .fields(host: "X-Forwarded-Host", scheme: "X-Forwarded-Proto")
    case "custom":
      forwarding = .fields(
        host: try proxy.string("customHostHeaderName") ?? "", scheme: try proxy.string("customProtoHeaderName") ?? "")
    default: throw proxy.fault("convention", "NoProxy, Standard or Custom")
    }
  }

  private mutating func takeLogin(_ reader: SettingsReader) throws(SettingsFault) {
    let login = reader.reader("login")
    logoutPath = try login.string("routes.logoutEndpoint") ?? logoutPath
    hasTokenStore = try login.flag("tokenStore.enabled") ?? hasTokenStore
    if let hours = try login.integer("tokenStore.tokenRefreshExtensionHours") { renewalTime = .hours(hours) }
    keepsFragments = try login.flag("preserveUrlFragmentsForLogins") ?? keepsFragments
    externalRedirects = try login.strings("allowedExternalRedirectUrls") ?? externalRedirects
    sessionLife = try login.duration("cookieExpiration.timeToExpiration") ?? sessionLife
    validatesNonce = try login.flag("nonce.validateNonce") ?? validatesNonce
    nonceLife = try login.duration("nonce.nonceExpirationInterval") ?? nonceLife
  }

  private mutating func takeProvider(_ reader: SettingsReader) throws(SettingsFault) {
    for parameter in try reader.strings("login.loginParameters") ?? [] { add(loginParameter: parameter) }
    allowedAudiences = try reader.strings("validation.allowedAudiences") ?? allowedAudiences
    // The older names of the same checks come first, so that the newer ones count.
    allowedGroups = try reader.strings("validation.jwtClaimChecks.allowedGroups") ?? allowedGroups
    allowedApplications =
      try reader.strings("validation.jwtClaimChecks.allowedClientApplications") ?? allowedApplications
    let policy = reader.reader("validation.defaultAuthorizationPolicy")
    allowedApplications = try policy.strings("allowedApplications") ?? allowedApplications
    allowedIdentities = try policy.strings("allowedPrincipals.identities") ?? allowedIdentities
    allowedGroups = try policy.strings("allowedPrincipals.groups") ?? allowedGroups
  }

  /// Adds a parameter of the sign-in request, written as `name=value`.
  package mutating func add(loginParameter text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    loginParameters.append(parts[0], parts.count > 1 ? parts[1] : "")
  }
}
