import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `POST /{tenant}/oauth2/v2.0/devicecode` (RFC 8628 §3.1; Microsoft: "OAuth 2.0 device authorization grant flow").
struct DeviceAuthorizationEndpoint: Endpoint {
  let name = EndpointName.deviceCode
  let answers = AnswerKind.deviceCode
  /// The tenant segment of the path, as it came.
  let tenant: String
  /// Whether the client called `/{tenant}/oauth2/devicecode` of v1.0.
  var isLegacy = false

  /// Scripts of any origin may read answers and refusals, as at the token endpoint.
  func crossOriginFields(for call: Call) -> HTTPFields {
    CommonFields.sender(of: call)
  }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let fields = crossOriginFields(for: call)
    do {
      return JSONAnswer.make(.object(try start(call, &exchange)), fields: fields)
    } catch let refused as Refusal {
      var refusal = refused
      // A rule that imitates an outage must fire for this request too, which is refused anyway.
      do { try call.world.consultRules(&exchange) } catch let wanted as Refusal { refusal = wanted }
      exchange.explain(refusal, in: call.world.directory)
      exchange.refusal = refusal
      exchange.note(.tokenRefused)
      exchange.because("→ \(refusal.error.rawValue), \(refusal.label)")
      return JSONAnswer.refusal(refusal, call, exchange, fields: fields, isLegacy: isLegacy)
    }
  }

  private func start(_ call: Call, _ exchange: inout Exchange) throws -> JSONObject {
    var form = try TokenEndpoint.form(call.request)
    exchange.parameters = Redaction.parameters(of: form)
    exchange.adoptCorrelation(from: form)
    if let name = form.firstDuplicate { throw Refusal.duplicateParameter(name) }
    if isLegacy { form = LegacyRequest.device(form) }
    try RequestAdoption.takeIn(tenant: tenant, form, call, &exchange)
    let directory = call.directory
    exchange.note(client: form["client_id"].flatMap { directory.application(named: $0) })
    let segment = try TenantSegment(tenant, in: directory)
    exchange.note(tenant: segment.tenant(in: directory))
    if let text = form.nonEmpty("scope") { exchange.note(scope: text, on: segment, in: directory) }
    guard let clientID = form.nonEmpty("client_id") else { throw Refusal.missingParameter("client_id") }
    let client = try ClientLookup.find(clientID, on: segment, at: .deviceCode, in: directory)
    let isPersonal = segment.tenant(in: directory)?.kind == .personal
    if isPersonal, !Self.isForDevices(client) {
      exchange.because("'\(client.alias)' has no platform for devices and does not allow public client flows")
      throw Refusal.clientNotMobile
    }
    guard let text = form.nonEmpty("scope") else { throw Refusal.missingParameter("scope") }
    let scopes = try ScopeList(text)
    try scopes.checkOneDefault()
    exchange.scopes = scopes.items.map(\.text)
    let home = client.tenant.flatMap { directory.tenants[$0] } ?? directory.mainTenant
    if let tenant = segment.tenant(in: directory) ?? home {
      let resolved = try ResolvedScopes(scopes, in: directory, tenant: tenant)
      if let unknown = resolved.firstUnknown {
        exchange.because(
          "\(directory.applications[unknown.resource].map { "'\($0.alias)'" } ?? "the API") has no permission \(unknown.value)"
        )
        throw Refusal.scopeOfDeviceUnknown(unknown.value)
      }
      if !isLegacy { try ResourceParameter.check(form, against: resolved, in: directory, &exchange) }
    }
    let claims = try ClaimsParameter(form["claims"])
    try call.world.consultRules(&exchange)
    let call = call.after(exchange)

    let handle = DeviceCodeHandle.make(correlation: exchange.correlationID, call.world.entropy)
    let userCode = Self.userCode(call.world.entropy, letters: isPersonal ? 8 : 9)
    var code = DeviceCode(
      userCode: userCode, client: client.id, segment: ASCII.lowercased(tenant), scope: text,
      capabilities: claims.capabilities, issuedAt: call.now)
    code.claims = claims.request
    try call.world.store.save(code, handle: handle)
    exchange.note(.deviceCodeIssued)
    exchange.because("→ device code, waiting for \(userCode)")
    let uri = Self.verificationURI(call.origin, isPersonal: isPersonal)
    let lifetime = call.world.settings.lifetimes.deviceCode.wholeSeconds
    var body: JSONObject = [
      "user_code": .string(userCode), "device_code": .string(handle),
    ]
    // v1.0 has an older name for the address, and writes numbers as text (observed).
    body.append(isLegacy ? "verification_url" : "verification_uri", .string(uri))
    body.append("expires_in", isLegacy ? "\(lifetime)" : .integer(lifetime))
    let interval = Self.interval.wholeSeconds
    body.append("interval", isLegacy ? "\(interval)" : .integer(interval))
    body.append(
      "message",
      .string("To sign in, use a web browser to open the page \(uri) and enter the code \(userCode) to authenticate."))
    return body
  }

  /// Whether the service of personal accounts gives device codes to the app (observed 2026-07-01). That of work accounts asks when the code is
  /// redeemed.
  private static func isForDevices(_ client: Application) -> Bool {
    client.allowsPublicClientFlows || client.redirectURIs.contains { $0.platform == .native }
  }

  /// How long a device has to wait between two polls.
  static let interval = Duration.seconds(5)

  /// Capital letters and digits without those that look alike (observed: nine of them, eight for personal accounts, no hyphen).
  private static func userCode(_ entropy: any Entropy, letters: Int) -> String {
    let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    return String(decoding: entropy.bytes(letters).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
  }

  /// Microsoft's own address when the request came by one of Microsoft's names, else a page of this server.
  private static func verificationURI(_ origin: Origin, isPersonal: Bool) -> String {
    // Local accounts of External ID cannot sign in at Microsoft's own page (AADSTS500208, observed).
    if origin.isExternalID { return "\(origin.login)/common/oauth2/deviceauth" }
    guard origin.isMicrosofts else { return "\(origin.login)/\(isPersonal ? "link" : "devicelogin")" }
    return isPersonal ? Cloud.personalDeviceLoginURL : origin.cloud.deviceLoginURL
  }
}
