import Bytes
import Directory
import HTTPWire
import JSON
import Pages
import Policy
import Worlds

/// A sign-in for a device that polls for its tokens. No answer goes to a redirect URI.
enum DeviceSignIn {
  /// The parameter that has the user code, in the stored sign-in.
  private static let userCodeName = "user_code"
  /// The parameter that has what `claims` demanded, in the stored sign-in.
  private static let claimsName = "asked_claims"

  /// The sign-in for a device code.
  static func journey(
    _ code: DeviceCode, _ call: Call, joining features: LoginFeatures
  ) throws -> SignInJourney {
    let fields = FormFields([
      ("client_id", "\(code.client)"), ("scope", code.scope), (userCodeName, code.userCode),
      (claimsName, try JSONCoding.encode(code.claims).text),
    ])
    var flow = SignInFlow(segment: code.segment, query: fields.encoded)
    flow.purpose = .device
    do throws(AuthorizeFault) {
      let request = try parse(fields, tenant: code.segment, in: call.directory)
      return SignInJourney(call: call, request: request, flow: flow, joining: features)
    } catch {
      switch error {
      case .page(let refusal), .redirect(let refusal, _): throw refusal
      case .unnumbered: throw Refusal(.malformedRequest)
      }
    }
  }

  /// Reads the device's request as a sign-in request. Its redirect URI is empty and never used.
  static func parse(_ fields: FormFields, tenant: String, in directory: DirectoryState) throws(AuthorizeFault)
    -> AuthorizeRequest
  {
    do throws(Refusal) {
      let segment = try TenantSegment(tenant, in: directory)
      let client = try ClientLookup.find(
        fields["client_id"] ?? "", on: segment, at: .deviceCode, in: directory)
      let asked = (fields[claimsName].flatMap { try? JSONValue.parse($0) }).flatMap {
        try? JSONCoding.decode(ClaimsRequest.self, from: $0)
      }
      return AuthorizeRequest(
        segment: segment, segmentText: ASCII.lowercased(tenant), client: client,
        address: ReturnAddress(redirectURI: "", mode: .query, state: nil), redirectURIWasSent: false, platform: .native,
        responseTypes: [], scopes: try ScopeList(fields["scope"] ?? ""), nonce: nil, challenge: nil,
        prompt: .whenNeeded, loginHint: nil, sessionHint: nil, domainHint: nil, maximumAge: nil, capabilities: [],
        claims: asked ?? ClaimsRequest(), isInstanceAware: false, purpose: .device, wantsClientInfo: false,
        fields: fields)
    } catch { throw .page(error) }
  }

  /// Lets the device have its tokens at its next poll.
  static func approve(
    user: User, tenant: Tenant, session: AccountSession, _ journey: SignInJourney, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    var facts = session.facts
    facts.system = SignInPlatform(journey.call.request.fields["User-Agent"])?.number
    let approval = DeviceCode.Approval(user: user.id, tenant: tenant.id, signIn: facts)
    guard try journey.world.store.approveDeviceCode(userCode: userCode(of: journey), approval) else {
      throw Refusal(.userCodeUsed)
    }
    exchange.because("→ the device may sign '\(user.alias)' in")
    return done(.approved, journey, &exchange)
  }

  /// The user has left or declined; the next poll tells the device.
  static func decline(_ journey: SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard try journey.world.store.closeDeviceCode(userCode: userCode(of: journey), refusal: nil) else {
      throw Refusal(.userCodeUsed)
    }
    exchange.note(.signInCancelled)
    exchange.because("→ the device was declined")
    return done(.declined, journey, &exchange)
  }

  /// The sign-in has ended at an error page; the next poll gives the device the same number.
  static func block(_ refusal: Refusal, _ journey: SignInJourney, _ exchange: inout Exchange) {
    let isClosed = try? journey.world.store.closeDeviceCode(userCode: userCode(of: journey), refusal: refusal.code)
    if isClosed == true { exchange.because("→ the device will be told \(refusal.label)") }
  }

  private static func userCode(of journey: SignInJourney) -> String { journey.request.fields[userCodeName] ?? "" }

  private static func done(_ outcome: DeviceDonePage.Outcome, _ journey: SignInJourney, _ exchange: inout Exchange)
    -> HTTPResponse
  {
    PageAnswer.make(
      DeviceDonePage(branding: journey.branding, appName: journey.request.client.displayName, outcome: outcome),
      journey.call, &exchange)
  }
}
