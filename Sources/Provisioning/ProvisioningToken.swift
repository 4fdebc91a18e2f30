import Bytes
import Crypto
import Directory
import HTTPWire
import JOSE
import JSON
import SCIM
import Time
import Worlds

/// The token that requests to an app have: the one of the settings, one that a token endpoint gives for client credentials, or one that the
/// service signs itself.
enum ProvisioningToken {
  /// What a token that the service signs is for (Microsoft: "Tutorial: Develop and plan provisioning for a SCIM endpoint").
  static let audience = "8adf8e6e-67b2-4cf2-a259-e3dc5476c621"
  /// The service's own app.
  static let service = "00000014-0000-0000-c000-000000000000"

  /// - Throws: why there is none.
  static func find(
    _ settings: ProvisioningSettings, app: Application, in world: World, _ wire: any ProvisioningWire
  ) throws(ProvisioningFault) -> String? {
    if let token = settings[ProvisioningSettings.tokenKey] { return token }
    if let endpoint = settings[ProvisioningSettings.tokenEndpointKey] {
      return try fetched(settings, endpoint, app, world, wire)
    }
    return try signed(app, world)
  }

  private static func fetched(
    _ settings: ProvisioningSettings, _ endpoint: String, _ app: Application, _ world: World,
    _ wire: any ProvisioningWire
  ) throws(ProvisioningFault) -> String {
    let request = SCIMTokenRequest(
      endpoint: endpoint, clientID: settings[ProvisioningSettings.clientIDKey] ?? "",
      clientSecret: settings[ProvisioningSettings.clientSecretKey] ?? "",
      place: settings.credentialLocation == .body ? .body : .header, scope: settings.tokenScope)
    let answer: SCIMAnswer
    func note(_ status: Int?, _ fault: String?) {
      let fields = HTTPFields(request.fields.map { ($0.0, $0.0 == "Authorization" ? "(hidden)" : $0.1) })
      world.provisioning.note(
        SentRequest(
          app: app.alias, at: world.now, method: "POST", url: endpoint, fields: fields, body: "(hidden)",
          status: status,
          answer: "(hidden)", fault: fault, about: nil))
    }
    do throws(SCIMFailure) { answer = try wire.send(request) } catch {
      note(nil, error.description)
      throw ProvisioningFault(
        .credentialValidationUnavailable, error.description)
    }
    note(answer.status, nil)
    guard let grant = SCIMTokenRequest.grant(in: answer) else {
      throw ProvisioningFault(
        .invalidCredentials,
        "The token endpoint answered \(answer.status) without an access token.", status: answer.status)
    }
    return grant.token
  }

  private static func signed(_ app: Application, _ world: World) throws(ProvisioningFault) -> String {
    let now = world.now.seconds
    let tenant = app.tenant.map { "\($0)" } ?? ""
    let claims: JSONObject = [
      "aud": .string(audience), "iss": .string("https://sts.windows.net/\(tenant)/"), "iat": .integer(now),
      "nbf": .integer(now), "exp": .integer(now + 3_600), "appid": .string(service), "appidacr": "2",
      "idp": .string("https://sts.windows.net/\(tenant)/"), "tid": .string(tenant), "uti": .string(world.newTokenID()),
      "ver": "1.0",
    ]
    do throws(CryptoError) {
      let key = try world.keys.current
      return try JWS.compact(
        header: ["typ": "JWT", "alg": "RS256", "x5t": .string(key.id), "kid": .string(key.id)],
        payload: .object(claims),
        key: key.privateKey)
    } catch { throw ProvisioningFault(.internalError, "The service could not sign its token: \(error)") }
  }
}
