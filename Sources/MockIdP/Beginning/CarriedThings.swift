import Authority
import Bytes
import Directory
import HTTPWire
import JOSE
import JSON
import Policy
import SAML
import Scenarios
import Worlds

/// What a request brings that tells its world: things that a world has handed out, and names that belong to a world.
struct CarriedThings {
  private let request: HTTPRequest
  /// The form of the body and the parameters of the URL, as far as they can be read.
  private let parameters: [FormFields]

  init(of request: HTTPRequest) {
    self.request = request
    parameters = [
      Self.form(of: request), Self.question(of: request), request.query.flatMap { FormFields(parsing: $0) },
    ].compactMap(\.self)
  }

  /// The parameters whose values are in the store, as the endpoints read them.
  private static let handles: [(name: String, kind: Database.Handle)] = [
    ("code", .code), ("refresh_token", .refreshToken), ("device_code", .deviceCode), ("ctx", .flow), ("request", .flow),
  ]
  /// The parameters whose values are signed tokens.
  private static let tokens = ["assertion", "id_token_hint"]
  /// The parameters with the code that a user types for a device.
  private static let userCodes = ["otc", "user_code"]
  /// The parameters with the sign-in name of a user. A domain may stand alone.
  private static let signInNames = ["username", "login_hint", "logout_hint", "domain_hint", "user", "login"]
  /// The parameters with the client id of an app.
  private static let clients = ["client_id", "appid"]

  // MARK: Handed out

  /// The world that issued the first thing that is known. Nil when the request brings nothing of that kind, or only tokens whose tenants
  /// tell their world.
  func issuer(in worlds: WorldRegistry) -> World? {
    if let world = bearer.flatMap({ Self.issuer(of: $0, in: worlds) }) { return world }
    for fields in parameters {
      for (name, kind) in Self.handles {
        if let world = fields.nonEmpty(name).flatMap({ worlds.world(issuing: $0, as: kind) }) { return world }
      }
      if let world = Self.step(fields).flatMap({ worlds.world(issuing: $0, as: .flow) }) { return world }
      for name in Self.tokens {
        if let world = fields.nonEmpty(name).flatMap({ Self.issuer(of: $0, in: worlds) }) { return world }
      }
      for name in Self.userCodes {
        let typed = fields.nonEmpty(name).map(UserCode.normalized)
        if let world = typed.flatMap({ worlds.world(issuing: $0, as: .userCode) }) { return world }
      }
    }
    return nil
  }

  #if CLUSTER
    /// What the request brings that a world may have handed out, and whose digests rows have.
    var handles: [(handle: String, kind: Database.Handle)] {
      var found: [(handle: String, kind: Database.Handle)] = []
      for fields in parameters {
        for (name, kind) in Self.handles { if let value = fields.nonEmpty(name) { found.append((value, kind)) } }
        if let step = Self.step(fields) { found.append((step, .flow)) }
        for name in Self.userCodes {
          if let value = fields.nonEmpty(name) { found.append((UserCode.normalized(value), .userCode)) }
        }
      }
      if isAboutBrowser, let browser = BrowserCookies(request).sessionHandle { found.append((browser, .browser)) }
      return found
    }
  #endif

  /// The sign-in of the native authentication API that a form goes on with.
  private static func step(_ fields: FormFields) -> String? {
    fields.nonEmpty("continuation_token").flatMap { ContinuationToken($0) }?.handle
  }

  /// The world in which a user signed in with this browser last.
  func worldOfBrowser(in worlds: WorldRegistry) -> World? {
    BrowserCookies(request).sessionHandle.flatMap { worlds.world(issuing: $0, as: .browser) }
  }

  /// Whether the request is about the sessions of the browser, and about no app: a sign-out.
  var isAboutBrowser: Bool {
    let last = request.path.utf8.split(separator: 0x2F).last.map { String(Substring($0)) } ?? ""
    return ["logout", "logoutsession", "checksession", "samlsignout"].contains { ASCII.equalIgnoringCase($0, last) }
  }

  // MARK: Names

  /// The tenants that the request names elsewhere than in its path, by id or domain: in the claims of its tokens, in the name of a user, in
  /// the address of an authority. The claims are not verified here; the endpoint verifies them with the keys of the world.
  func tenants(in worlds: WorldRegistry) -> [String] {
    var names = [bearer.flatMap { Self.tenant(of: $0, in: worlds) }]
    for fields in parameters {
      names += Self.tokens.map { fields.nonEmpty($0).flatMap { Self.tenant(of: $0, in: worlds) } }
      names += Self.signInNames.map { fields.nonEmpty($0).map(Self.domain) }
      names.append(fields.nonEmpty("authorization_endpoint").flatMap(Self.tenant(ofAuthority:)))
      names.append(fields.nonEmpty("rd").flatMap(Self.tenant(ofInvitation:)))
    }
    names.append(request.fields["X-AnchorMailbox"].map(Self.domain))
    names.append(realm)
    return names.compactMap(\.self)
  }

  /// The client ids that the request names.
  var clientIDs: [Application.ID] {
    (parameters.flatMap { fields in Self.clients.compactMap { fields.nonEmpty($0) } }
      + [basicName, started].compactMap(\.self))
      .compactMap { Application.ID($0) }
  }

  /// The entity id of the service provider that sent a message of SAML.
  var entityID: String? { SAMLIssuer.name(in: request) }

  /// The client id at the end of an address that starts an app: `/signin/wiki/{application}`.
  private var started: String? {
    let segments = request.path.utf8.split(separator: 0x2F).map { String(Substring($0)) }
    guard let place = segments.prefix(2).firstIndex(where: { ASCII.equalIgnoringCase($0, "signin") }),
      place < segments.count - 1
    else { return nil }
    return segments.last
  }

  /// The domain in the path of a realm discovery: `/common/userrealm/alice@contoso.com`.
  private var realm: String? {
    let segments = request.path.utf8.split(separator: 0x2F).map { String(Substring($0)) }
    guard segments.count == 3, ASCII.equalIgnoringCase(segments[1], "userrealm") else { return nil }
    return Self.domain(Percent.decode(segments[2]) ?? segments[2])
  }

  /// What stands behind the last `@`. The whole text when there is none.
  private static func domain(_ name: String) -> String {
    name.utf8.lastIndex(of: 0x40).map { String(name[name.utf8.index(after: $0)...]) } ?? name
  }

  private static func tenant(ofAuthority url: String) -> String? {
    URIReference(url)?.path.utf8.split(separator: 0x2F).first.map { String(Substring($0)) }
  }

  /// The tenant that a guest was invited to: `https://invitations.microsoft.com/redeem/?tenant=…`.
  private static func tenant(ofInvitation url: String) -> String? {
    url.utf8.firstIndex(of: 0x3F).flatMap { FormFields(parsing: String(url[$0...].dropFirst())) }?.nonEmpty("tenant")
  }

  /// The tenant (`tid`) of a token. The registry remembers it for tokens that come again and again.
  private static func tenant(of sent: String, in worlds: WorldRegistry) -> String? {
    let token = TokenText(sent)
    if let tenant = token.flatMap({ worlds.tenant(of: $0) }) { return tenant }
    guard let tenant = payload(of: sent)?["tid"]?.string else { return nil }
    if let token { worlds.keep(tenant: tenant, of: token) }
    return tenant
  }

  // MARK: Reading

  private var bearer: String? {
    guard let (scheme, token) = authorization else { return nil }
    if ASCII.equalIgnoringCase(scheme, "PoP") { return try? SignedHTTPRequest(token).accessToken }
    return ASCII.equalIgnoringCase(scheme, "Bearer") ? token : nil
  }

  /// The client id in `Authorization: Basic`.
  private var basicName: String? {
    guard let (scheme, value) = authorization, ASCII.equalIgnoringCase(scheme, "Basic"),
      let bytes = Base64.decode(value), let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return Percent.decode(String(text.prefix { $0 != ":" }))
  }

  private var authorization: (scheme: String, value: String)? {
    guard let field = request.fields["Authorization"] else { return nil }
    let bytes = field.utf8.span
    guard let blank = bytes.firstIndex(of: 0x20) else { return nil }
    return (bytes.text(0..<blank), ASCII.trimmed(bytes.text(blank + 1..<bytes.count)))
  }

  private static func form(of request: HTTPRequest) -> FormFields? {
    guard request.hasForm, !request.body.isEmpty else { return nil }
    return String(validating: request.body, as: UTF8.self).flatMap { FormFields(parsing: $0) }
  }

  /// What a sign-in page asks a service of the pages in JSON, as a form with the names that the other clues read.
  private static func question(of request: HTTPRequest) -> FormFields? {
    guard request.method == "POST", let last = request.path.utf8.split(separator: 0x2F).last,
      ["beginauth", "endauth", "getcredentialtype"].contains(ASCII.lowercased(String(Substring(last)))),
      let members = (try? JSONValue.parse(request.body))?.object?.members
    else { return nil }
    return FormFields(members.compactMap { member in member.value.string.map { (ASCII.lowercased(member.name), $0) } })
  }

  private static func issuer(of token: String, in worlds: WorldRegistry) -> World? {
    // Only worlds that share tenants mark their tokens.
    guard worlds.hasMarks else { return nil }
    return payload(of: token)?["uti"]?.string.flatMap { worlds.world(issuingTokenID: $0) }
  }

  private static func payload(of token: String) -> JSONObject? {
    (try? JWS.parse(OpaqueAccessToken.open(token) ?? token))?.payload.object
  }
}
