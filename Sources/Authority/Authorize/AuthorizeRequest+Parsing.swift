import Bytes
import Directory
import JSON
import Policy
import Time

extension AuthorizeRequest {
  /// The server refuses longer requests. Real ones are shorter, even with a claims challenge in them.
  static let maximumQueryBytes = 8_192

  /// Checks the parameters in the service's order; the first failure decides.
  ///
  /// - Throws: `AuthorizeFault.page` until the redirect URI is known to be the app's, since nothing may be sent to it
  ///   before; later the other cases too.
  static func parse(
    _ fields: FormFields, tenant: String, queryBytes: Int, isLegacy: Bool = false, in directory: DirectoryState
  )
    throws(AuthorizeFault) -> AuthorizeRequest
  {
    var reader = AuthorizeReader(fields: fields)
    try reader.page { () throws(Refusal) in
      if let name = fields.firstDuplicate { throw .duplicateParameter(name) }
      if queryBytes > maximumQueryBytes { throw Refusal(.queryTooLong) }
    }
    // The service looks at this word before it looks for the app (observed: opencloud-eu/desktop 871).
    let asksForEverybody = isLegacy && fields["prompt"] == "admin_consent"
    let prompt = try reader.page { () throws(Refusal) in
      asksForEverybody ? Prompt.whenNeeded : try Prompt(parameter: fields["prompt"])
    }
    let segment = try reader.page { () throws(Refusal) in
      try TenantSegment(tenant, in: directory)
    }
    let client = try reader.page { () throws(Refusal) in
      guard let clientID = fields.nonEmpty("client_id") else { throw .missingParameter("client_id") }
      return try ClientLookup.known(
        clientID, on: segment, hint: fields.nonEmpty("login_hint"), at: .authorize, in: directory)
    }
    let registration = try reader.page { () throws(Refusal) in try reader.redirectURI(of: client) }
    reader.address = ReturnAddress(
      redirectURI: registration.uri, mode: reader.modeOfRefusals([.code]), state: fields["state"])

    // From here on the row tells who hears of it.
    try reader.told { () throws(Refusal) in
      if isLegacy, segment == .consumers { throw Refusal(.personalAccountOnLegacyEndpoint) }
      if let refusal = AudienceRule.refusal(of: client, at: segment.audience, on: .authorize) { throw refusal }
    }
    let types = try reader.redirected { () throws(Refusal) in try reader.responseTypes() }
    let modeOfRefusals = reader.modeOfRefusals(types)
    reader.address?.mode = modeOfRefusals
    try reader.redirected { () throws(Refusal) in try reader.checkEnabled(types, of: client) }
    let mode = try reader.redirected { () throws(Refusal) in try reader.responseMode(types) }
    try reader.checkRequestObjects()
    let scopes = try reader.scopes(types)
    return try reader.redirected { () throws(Refusal) in
      if types.contains(.idToken), fields.nonEmpty("nonce") == nil { throw .missingParameter("nonce") }
      let challenge = try reader.challenge(types, platform: registration.platform)
      if !isLegacy, fields.nonEmpty("amr_values") != nil { throw .authenticationMethodsUnsupported }
      if fields.nonEmpty("sid") != nil, fields.nonEmpty("login_hint") != nil { throw Refusal(.hintsTogether) }
      let claims = try ClaimsParameter(fields["claims"])
      var asked = claims.request
      if fields.nonEmpty("max_age") != nil { asked.wantsAuthenticationTime = true }
      if let text = fields.nonEmpty("amr_values") {
        let methods = ClaimsParameter.methods(text)
        if !methods.isEmpty { asked.methods = methods + (asked.methods ?? []).filter { !methods.contains($0) } }
      }
      return AuthorizeRequest(
        segment: segment, segmentText: ASCII.lowercased(tenant), client: client,
        address: ReturnAddress(redirectURI: registration.uri, mode: mode, state: fields["state"]),
        redirectURIWasSent: fields["redirect_uri"] != nil, platform: registration.platform, responseTypes: types,
        scopes: scopes, nonce: fields.nonEmpty("nonce"), challenge: challenge, prompt: prompt,
        loginHint: fields.nonEmpty("login_hint"), sessionHint: fields.nonEmpty("sid"),
        domainHint: fields.nonEmpty("domain_hint"), maximumAge: try reader.maximumAge(),
        capabilities: claims.capabilities, claims: asked,
        isInstanceAware: fields["instance_aware"].map { ASCII.lowercased($0) == "true" } ?? false,
        isLegacy: isLegacy, asksForEverybody: asksForEverybody, wantsClientInfo: fields["client_info"] == "1",
        fields: fields)
    }
  }
}

/// Reads single parameters, and knows whether a failure goes to the user or to the app at each moment.
private struct AuthorizeReader {
  let fields: FormFields
  /// Where refusals go; nil as long as they must stay with the user.
  var address: ReturnAddress?

  /// Runs a check whose failure the user sees on a page.
  func page<Value>(_ body: () throws(Refusal) -> Value) throws(AuthorizeFault) -> Value {
    do throws(Refusal) { return try body() } catch { throw .page(error) }
  }

  /// Runs a check whose failure goes to whom its row says, once the app's address is known.
  func told<Value>(_ body: () throws(Refusal) -> Value) throws(AuthorizeFault) -> Value {
    do throws(Refusal) { return try body() } catch {
      guard let address, Addressee(of: error.kind, isSilent: false) == .app else { throw .page(error) }
      throw .redirect(error, address)
    }
  }

  /// Runs a check whose failure goes to the app, once its address is known.
  func redirected<Value>(_ body: () throws(Refusal) -> Value) throws(AuthorizeFault) -> Value {
    do throws(Refusal) {
      return try body()
    } catch {
      guard let address else { throw .page(error) }
      throw .redirect(error, address)
    }
  }

  /// The redirect URI as the app sent it, with the platform that it is registered for. Without the parameter it is
  /// the first registered one.
  func redirectURI(of client: Application) throws(Refusal) -> RedirectURIRegistration {
    // An app without any hears so whatever the request says (observed: authd 1680 of 2026).
    guard let first = client.redirectURIs.first else { throw Refusal(.noRedirectURIRegistered) }
    guard let presented = fields["redirect_uri"] else { return first }
    if presented.isEmpty { throw Refusal(.redirectURIEmpty) }
    guard RedirectURIRules.isWellFormed(presented) else { throw Refusal(.redirectURINotAbsolute) }
    guard let match = RedirectURIRules.match(presented, among: client.redirectURIs) else {
      throw .redirectURIMismatch(uri: presented, clientID: "\(client.id)")
    }
    // Microsoft's own clients keep theirs (observed of own apps from 2020 to 2026: Partner-Center-DotNet-Samples 48 and 143).
    if client.tenant != nil, URIReference(presented)?.scheme == "urn" { throw Refusal(.redirectURIOfURN) }
    return RedirectURIRegistration(uri: presented, platform: match.platform)
  }

  func responseTypes() throws(Refusal) -> Set<ResponseType> {
    guard let text = fields.nonEmpty("response_type") else { throw .missingParameter("response_type") }
    var types: Set<ResponseType> = []
    for word in text.split(separator: " ") {
      guard let type = ResponseType(rawValue: String(word)) else { throw .responseTypeUnsupported(text) }
      types.insert(type)
    }
    if types.isEmpty { throw .responseTypeUnsupported(text) }
    return types
  }

  func checkEnabled(_ types: Set<ResponseType>, of client: Application) throws(Refusal) {
    if types.contains(.idToken), !client.issuesIDTokensFromAuthorize { throw Refusal(.idTokenNotEnabled) }
    if types.contains(.token), !client.issuesAccessTokensFromAuthorize { throw Refusal(.accessTokenNotEnabled) }
  }

  /// The response mode of a refusal before `response_mode` itself was checked: the mode that the app asked for, where
  /// the response types allow it.
  func modeOfRefusals(_ types: Set<ResponseType>) -> ResponseMode {
    let asked = fields["response_mode"].flatMap { ResponseMode(rawValue: $0) }
    if types == [.code] { return asked ?? .query }
    return asked == .formPost ? .formPost : .fragment
  }

  func responseMode(_ types: Set<ResponseType>) throws(Refusal) -> ResponseMode {
    guard let text = fields.nonEmpty("response_mode") else { return types == [.code] ? .query : .fragment }
    guard let mode = ResponseMode(rawValue: text) else { throw .responseModeUnsupported(text) }
    if mode == .query, types != [.code] { throw .responseModeUnsupported(text) }
    return mode
  }

  /// Refuses `request` and `request_uri` (OpenID Connect Core §6), which the discovery document declares as not
  /// supported.
  func checkRequestObjects() throws(AuthorizeFault) {
    guard let address else { return }
    if fields.nonEmpty("request") != nil { throw .unnumbered(.requestNotSupported, address) }
    if fields.nonEmpty("request_uri") != nil { throw .unnumbered(.requestURINotSupported, address) }
  }

  /// A missing scope list is a refusal to the app; a malformed one stays with the user (observed).
  func scopes(_ types: Set<ResponseType>) throws(AuthorizeFault) -> ScopeList {
    let text = try redirected { () throws(Refusal) in
      guard let text = fields.nonEmpty("scope") else { throw .missingParameter("scope") }
      return text
    }
    let scopes = try told { () throws(Refusal) in
      let scopes = try ScopeList(text)
      try scopes.checkOneDefault()
      try scopes.checkOpenID()
      return scopes
    }
    try redirected { () throws(Refusal) in
      if scopes.isEmpty { throw .missingParameter("scope") }
      if types.contains(.idToken), !scopes.openID.contains(.openid) {
        var refusal = Refusal.responseTypeUnsupported(fields["response_type"] ?? "")
        // The response type is known; the request does not fit it.
        refusal.error = .invalidRequest
        throw refusal
      }
    }
    return scopes
  }

  /// The PKCE challenge: 43 to 128 characters (RFC 7636 §4.2), and exactly 43 for S256. A single-page app must send
  /// one. Nil when the app sent none.
  func challenge(_ types: Set<ResponseType>, platform: RedirectURIRegistration.Platform) throws(Refusal)
    -> AuthorizationCode.Challenge?
  {
    guard let value = fields.nonEmpty("code_challenge") else {
      if fields.nonEmpty("code_challenge_method") != nil { throw Refusal(.codeChallengeMissing) }
      if platform == .spa, types.contains(.code) { throw Refusal(.codeChallengeRequired) }
      return nil
    }
    guard
      let method = AuthorizationCode.Challenge.Method(rawValue: fields.nonEmpty("code_challenge_method") ?? "plain")
    else { throw Refusal(.codeChallengeInvalid) }
    guard
      value.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || $0 == 0x7E }),
      method == .s256 ? value.utf8.count == 43 : (43...128).contains(value.utf8.count)
    else { throw Refusal(.codeChallengeSizeInvalid) }
    return AuthorizationCode.Challenge(value: value, method: method)
  }

  /// `max_age` in seconds; nil when the app sent none.
  func maximumAge() throws(Refusal) -> Duration? {
    guard let text = fields.nonEmpty("max_age") else { return nil }
    guard let seconds = Int64(text), seconds >= 0, seconds < 4_000_000_000 else { throw Refusal(.malformedRequest) }
    return .seconds(seconds)
  }
}
