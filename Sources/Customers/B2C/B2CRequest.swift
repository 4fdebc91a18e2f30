import Authority
import Bytes
import Directory
import Policy
import Time

/// An authorize request of Azure AD B2C that has passed every check for which no customer is needed (Microsoft: "OAuth 2.0 authorization
/// code flow in Azure Active Directory B2C").
struct B2CRequest: Sendable {
  let address: B2CAddress
  let client: Application
  /// Where the answer goes.
  let returnAddress: ReturnAddress
  let redirectURIWasSent: Bool
  let platform: RedirectURIRegistration.Platform
  let responseTypes: Set<ResponseType>
  let scopes: UserFlowScopes
  let nonce: String?
  let challenge: AuthorizationCode.Challenge?
  let prompt: Prompt
  let loginHint: String?
  let maximumAge: Duration?
  /// The other identity provider that `domain_hint` names, when the user flow has it.
  let provider: String?
  let wantsClientInfo: Bool
  let fields: FormFields

  /// Checks the parameters in order; the first failure decides.
  ///
  /// `origin` is the one of the client that asks for the first time.
  ///
  /// - Throws: `AuthorizeFault.page` until the redirect URI is known to be the app's, later `.redirect`.
  static func parse(
    _ fields: FormFields, _ address: B2CAddress, at origin: Origin? = nil, in directory: DirectoryState
  ) throws(AuthorizeFault) -> B2CRequest {
    var reader = B2CReader(fields: fields, address: address, directory: directory)
    let client: Application
    let registration: RedirectURIRegistration
    do throws(Refusal) {
      guard let name = fields.nonEmpty("client_id") else { throw Refusal(.b2cClientIDMissing) }
      client = try B2CClient.find(name, in: address.tenant, directory)
      registration = try reader.redirectURI(of: client)
    } catch {
      // The app hears of it, at the one address of the service that every client may have (observed).
      if error.kind == .b2cRedirectURINotRegistered, let page = origin.map(address.nativeClient) {
        var told = error
        told.error = .redirectURIMismatch
        throw .redirect(told, ReturnAddress(redirectURI: page, mode: .query, state: fields["state"]))
      }
      throw .page(error)
    }
    reader.client = client
    let state = fields["state"]
    var mode = ResponseMode.query
    do throws(Refusal) {
      let types = try reader.responseTypes()
      mode = types == [.code] ? .query : .fragment
      mode = try reader.responseMode() ?? mode
      let scopes = try reader.scopes(types)
      return B2CRequest(
        address: address, client: client,
        returnAddress: ReturnAddress(redirectURI: registration.uri, mode: mode, state: state),
        redirectURIWasSent: fields["redirect_uri"] != nil, platform: registration.platform, responseTypes: types,
        scopes: scopes, nonce: fields.nonEmpty("nonce"),
        challenge: try reader.challenge(types, registration.platform), prompt: try reader.prompt(),
        loginHint: fields.nonEmpty("login_hint"), maximumAge: try reader.maximumAge(),
        provider: reader.provider(), wantsClientInfo: fields["client_info"] == "1", fields: fields)
    } catch {
      throw .redirect(error, ReturnAddress(redirectURI: registration.uri, mode: mode, state: state))
    }
  }
}

/// The app of a request to Azure AD B2C.
enum B2CClient {
  /// - Throws: AADB2C90018 for an app that the tenant does not have, AADB2C90092 for one that is switched off.
  static func find(_ name: String, in tenant: Tenant, _ directory: DirectoryState) throws(Refusal) -> Application {
    guard let client = Application.ID(name).flatMap({ directory.applications[$0] }), !client.isFirstParty,
      client.tenant == tenant.id || directory.servicePrincipal(of: client.id, in: tenant.id) != nil
    else { throw Refusal(.b2cClientUnknown, [.app: name, .tenant: tenant.initialDomain]) }
    guard client.isEnabled, directory.servicePrincipal(of: client.id, in: tenant.id)?.isEnabled ?? true else {
      throw Refusal(.b2cClientDisabled, [.app: name])
    }
    return client
  }
}

/// Reads single parameters.
private struct B2CReader {
  let fields: FormFields
  let address: B2CAddress
  let directory: DirectoryState
  var client: Application?

  func redirectURI(of client: Application) throws(Refusal) -> RedirectURIRegistration {
    guard let first = client.redirectURIs.first else {
      throw Refusal(.b2cNoRedirectURIs, [.app: "\(client.id)"])
    }
    guard let presented = fields["redirect_uri"] else { return first }
    guard RedirectURIRules.isWellFormed(presented),
      let match = RedirectURIRules.match(presented, among: client.redirectURIs)
    else { throw Refusal(.b2cRedirectURINotRegistered, [.redirectURI: presented, .app: "\(client.id)"]) }
    return RedirectURIRegistration(uri: presented, platform: match.platform)
  }

  func responseTypes() throws(Refusal) -> Set<ResponseType> {
    let text = fields["response_type"] ?? ""
    var types: Set<ResponseType> = []
    for word in text.split(separator: " ") {
      guard let type = ResponseType(rawValue: String(word)) else {
        throw Refusal(.b2cResponseTypeUnknown, [.responseType: text])
      }
      types.insert(type)
    }
    guard !types.isEmpty else { throw Refusal(.b2cResponseTypeUnknown, [.responseType: text]) }
    // "Access tokens" of the portal decides about both, and "ID tokens" about none (reported: azure-docs 116510, 109393, 78133).
    if types != [.code], client?.issuesAccessTokensFromAuthorize != true { throw Refusal(.b2cImplicitNotEnabled) }
    return types
  }

  /// Nil when the app sent none.
  func responseMode() throws(Refusal) -> ResponseMode? {
    guard let text = fields.nonEmpty("response_mode") else { return nil }
    guard let mode = ResponseMode(rawValue: text) else {
      throw Refusal(.b2cResponseModeUnknown, [.responseMode: text])
    }
    return mode
  }

  func scopes(_ types: Set<ResponseType>) throws(Refusal) -> UserFlowScopes {
    guard let text = fields.nonEmpty("scope"), let client else { throw Refusal(.b2cScopeMissing) }
    let scopes = try UserFlowScopes(text, client: client, tenant: address.tenant, in: directory)
    if types.contains(.idToken) {
      guard scopes.wantsIDToken else { throw Refusal(.b2cOpenIDMissing) }
      guard fields.nonEmpty("nonce") != nil else { throw Refusal(.b2cParameterMissing, [.parameter: "nonce"]) }
    }
    if types.contains(.code), !scopes.wantsIDToken, scopes.api == nil { throw Refusal(.b2cNothingAskedFor) }
    return scopes
  }

  /// A single-page or native app must send one.
  func challenge(
    _ types: Set<ResponseType>, _ platform: RedirectURIRegistration.Platform
  ) throws(Refusal) -> AuthorizationCode.Challenge? {
    guard types.contains(.code) else { return nil }
    guard let value = fields.nonEmpty("code_challenge") else {
      guard platform == .web else { throw Refusal(.b2cChallengeMissing) }
      return nil
    }
    let method = fields.nonEmpty("code_challenge_method") ?? "plain"
    guard let method = AuthorizationCode.Challenge.Method(rawValue: method) else {
      throw Refusal(.b2cChallengeMethodUnknown)
    }
    return AuthorizationCode.Challenge(value: value, method: method)
  }

  /// The word `create` of Entra is not among those of the service.
  func prompt() throws(Refusal) -> Prompt {
    let word = fields["prompt"] ?? ""
    guard let prompt = Prompt(rawValue: word), prompt != .create else { throw Refusal(.b2cPromptUnknown) }
    return prompt
  }

  func maximumAge() throws(Refusal) -> Duration? {
    guard let text = fields.nonEmpty("max_age") else { return nil }
    guard let seconds = Int64(text), (0..<4_000_000_000).contains(seconds) else { throw Refusal(.b2cMaxAgeInvalid) }
    return .seconds(seconds)
  }

  /// A hint that the user flow does not have counts for nothing.
  func provider() -> String? {
    fields.nonEmpty("domain_hint").flatMap { hint in
      address.flow.identityProviders.first { ASCII.equalIgnoringCase($0, hint) }
    }
  }
}
