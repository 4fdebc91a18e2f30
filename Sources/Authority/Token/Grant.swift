import Bytes
import HTTPWire
import JOSE
package import JSON
import Policy
import Time
import Worlds

/// One grant of the token endpoint (RFC 6749 §4).
protocol Grant: Sendable {
  /// The values of `grant_type` for this grant.
  static var types: [String] { get }

  /// The parameters that the client must send in addition to `client_id`. The refusal names the first that is
  /// missing.
  static var requiredParameters: [String] { get }

  /// The first required parameter that the form does not have; nil when it has all.
  static func missingParameter(in form: FormFields) -> String?

  /// Whether the client must prove itself before the server refuses a malformed `scope`. Such a grant reads `scope` by itself.
  static var readsScopeLate: Bool { get }

  /// Refuses paths that do not offer the grant. The endpoint calls it before it looks for the client.
  static func check(_ segment: TenantSegment) throws(Refusal)

  /// Checks the grant, uses up what is single-use, and makes the tokens. It writes the user and the app into
  /// `exchange` and consults the rules before it decides, so that rules can match them.
  ///
  /// - Throws: `Refusal` of the first check that fails.
  func redeem(_ request: inout TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer
}

extension Grant {
  static func missingParameter(in form: FormFields) -> String? {
    requiredParameters.first { form.nonEmpty($0) == nil }
  }

  static var readsScopeLate: Bool { false }

  static func check(_ segment: TenantSegment) throws(Refusal) {}
}

/// A successful answer of the token endpoint, with its members in the service's order (observed).
package struct TokenAnswer {
  var scope: String?
  /// Whole seconds.
  var expiresIn: Int64
  var accessToken: String
  var refreshToken: String?
  /// Seconds until the end of a single-page app's refresh tokens; nil for other apps.
  var refreshTokenExpiresIn: Int64?
  /// The family id (`foci`) of Microsoft's own apps; nil for other apps.
  var family: String?
  var idToken: String?
  var clientInfo: String?
  /// The code for the app's page (`spa_code`); nil when the client asked for none.
  var pageCode: String?
  /// The key that the access token is bound to; nil for a bearer token.
  var confirmation: KeyConfirmation?

  private var tokenType: JSONValue { confirmation == nil ? "Bearer" : "pop" }

  /// The body of the v2.0 answer.
  package var json: JSONValue {
    var body: JSONObject = ["token_type": tokenType]
    body.append("scope", scope)
    body.append("expires_in", .integer(expiresIn))
    body.append("ext_expires_in", .integer(expiresIn))
    // An app should renew a token of two hours or more before it ends (observed since 2025). A user's answer, which has a scope, never
    // had the member (observed in 2021).
    if expiresIn >= 7_200, scope == nil { body.append("refresh_in", .integer(expiresIn / 2)) }
    body.append("access_token", .string(accessToken))
    body.append("refresh_token", refreshToken)
    if let refreshTokenExpiresIn { body.append("refresh_token_expires_in", .integer(refreshTokenExpiresIn)) }
    body.append("foci", family)
    body.append("id_token", idToken)
    body.append("client_info", clientInfo)
    body.append("spa_code", pageCode)
    return .object(body)
  }

  /// The body of the v1.0 answer: its numbers are text, and it has more of them (observed).
  func legacyJSON(at now: UnixTime) -> JSONValue {
    let audience = (try? JWS.parse(accessToken))?.payload["aud"]?.string
    var body: JSONObject = ["token_type": tokenType]
    body.append("scope", scope)
    body.append("expires_in", "\(expiresIn)")
    body.append("ext_expires_in", "\(expiresIn)")
    body.append("expires_on", "\((now + .seconds(expiresIn + 1)).seconds)")
    body.append("not_before", "\((now - TokenSubject.backdating).seconds)")
    body.append("resource", audience)
    body.append("access_token", .string(accessToken))
    body.append("refresh_token", refreshToken)
    body.append("foci", family)
    body.append("id_token", idToken)
    body.append("client_info", clientInfo)
    return .object(body)
  }
}
