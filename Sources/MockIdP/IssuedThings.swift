import Authority
import Bytes
import Directory
import HTTPWire
import JOSE
import JSON
import Policy
import Scenarios
import Worlds

/// What a request brings that some world has handed out: tokens, codes, the form of a sign-in page, the cookie of a browser.
struct IssuedThings {
  private let request: HTTPRequest

  init(of request: HTTPRequest) { self.request = request }

  /// The parameters whose values are in the store, as the endpoints read them.
  private static let handles: [(name: String, kind: Database.Handle)] = [
    ("code", .code), ("refresh_token", .refreshToken), ("device_code", .deviceCode), ("ctx", .flow),
  ]
  /// The parameters whose values are signed tokens.
  private static let tokens = ["assertion", "id_token_hint"]
  /// The parameters with the code that a person types for a device.
  private static let userCodes = ["otc", "user_code"]

  /// The world that issued the first thing that is known. Nil when the request brings nothing, or only tokens whose tenants tell their
  /// world.
  func issuer(in worlds: WorldRegistry, asksBrowser: Bool) -> World? {
    if let world = bearer.flatMap({ Self.issuer(of: $0, in: worlds) }) { return world }
    for fields in [form, query].compactMap(\.self) {
      for (name, kind) in Self.handles {
        if let world = fields.nonEmpty(name).flatMap({ worlds.world(issuing: $0, as: kind) }) { return world }
      }
      for name in Self.tokens {
        if let world = fields.nonEmpty(name).flatMap({ Self.issuer(of: $0, in: worlds) }) { return world }
      }
      for name in Self.userCodes {
        let typed = fields.nonEmpty(name).map { String($0.uppercased().filter { $0 != "-" && $0 != " " }) }
        if let world = typed.flatMap({ worlds.world(issuing: $0, as: .userCode) }) { return world }
      }
    }
    guard asksBrowser, let handle = BrowserCookies(request).sessionHandle else { return nil }
    return worlds.world(issuing: handle, as: .browser)
  }

  /// The tenant (`tid`) of the bearer token, which was not verified. The endpoint verifies it with the keys of the world.
  func tenantOfBearer(in worlds: WorldRegistry) -> String? {
    guard let bearer else { return nil }
    let token = TokenText(bearer)
    if let tenant = token.flatMap({ worlds.tenant(of: $0) }) { return tenant }
    guard let tenant = Self.payload(of: bearer)?["tid"]?.string else { return nil }
    if let token { worlds.keep(tenant: tenant, of: token) }
    return tenant
  }

  private var bearer: String? {
    guard let field = request.fields["Authorization"] else { return nil }
    let bytes = field.utf8.span
    guard let blank = bytes.firstIndex(of: 0x20) else { return nil }
    let scheme = bytes.text(0..<blank)
    let token = ASCII.trimmed(bytes.text(blank + 1..<bytes.count))
    if ASCII.equalIgnoringCase(scheme, "PoP") { return try? SignedHTTPRequest(token).accessToken }
    return ASCII.equalIgnoringCase(scheme, "Bearer") ? token : nil
  }

  private var form: FormFields? {
    guard request.hasForm, !request.body.isEmpty else { return nil }
    return String(validating: request.body, as: UTF8.self).flatMap { FormFields(parsing: $0) }
  }

  private var query: FormFields? { request.query.flatMap { FormFields(parsing: $0) } }

  private static func issuer(of token: String, in worlds: WorldRegistry) -> World? {
    // Only worlds that share tenants mark their tokens.
    guard worlds.hasMarks else { return nil }
    return payload(of: token)?["uti"]?.string.flatMap { worlds.world(issuingTokenID: $0) }
  }

  private static func payload(of token: String) -> JSONObject? {
    (try? JWS.parse(OpaqueAccessToken.open(token) ?? token))?.payload.object
  }
}
