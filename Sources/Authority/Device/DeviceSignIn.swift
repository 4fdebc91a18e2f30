import Bytes
import Directory
import HTTPWire
import JSON
import Pages
import Policy
import Scenarios

/// A sign-in whose answer goes to a device that polls for it, instead of to a redirect URI.
enum DeviceSignIn {
  /// The parameter that carries the user code from page to page.
  private static let userCodeName = "user_code"
  /// The one that carries what `claims` asked for.
  private static let claimsName = "asked_claims"

  /// What a person typed, as codes are kept: capital letters, without blanks and hyphens.
  static func normalized(_ typed: String) -> String {
    String(decoding: typed.utf8.filter(ASCII.isAlphanumeric).map { ASCII.isLetter($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }

  /// The sign-in for a device code.
  static func journey(_ code: DeviceCode, _ call: Call) throws -> SignInJourney {
    let fields = FormFields([
      ("client_id", "\(code.client)"), ("scope", code.scope), (userCodeName, code.userCode),
      (claimsName, try JSONCoding.encode(code.claims).text),
    ])
    var flow = SignInFlow(segment: code.segment, query: fields.encoded)
    flow.purpose = .device
    do throws(AuthorizeFault) {
      let request = try parse(fields, tenant: code.segment, in: call.world.directory)
      return SignInJourney(call: call, request: request, flow: flow)
    } catch {
      switch error {
      case .page(let refusal), .redirect(let refusal, _): throw refusal
      case .unnumbered: throw Refusal(.malformedRequest)
      }
    }
  }

  /// The device's request as a sign-in request; nothing of it ever goes to a redirect URI.
  static func parse(_ fields: FormFields, tenant: String, in directory: DirectoryState) throws(AuthorizeFault)
    -> AuthorizeRequest
  {
    do throws(Refusal) {
      let segment = try TenantSegment(tenant, in: directory)
      let client = try ClientLookup.find(fields["client_id"] ?? "", on: segment, at: .authorize, in: directory)
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

  /// Lets the device have its tokens.
  static func approve(
    user: User, tenant: Tenant, session: AccountSession, _ journey: SignInJourney, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    let approval = DeviceCode.Approval(user: user.id, tenant: tenant.id, signIn: session.facts)
    guard try journey.world.store.approveDeviceCode(userCode: userCode(of: journey), approval) else {
      throw Refusal(.userCodeUsed)
    }
    exchange.because("→ the device may sign \(user.alias) in")
    return done(.approved, journey, &exchange)
  }

  /// The user left or declined.
  static func decline(_ journey: SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard try journey.world.store.closeDeviceCode(userCode: userCode(of: journey), refusal: nil) else {
      throw Refusal(.userCodeUsed)
    }
    exchange.note(.signInCancelled)
    exchange.because("→ the device was declined")
    return done(.declined, journey, &exchange)
  }

  /// The sign-in ended at an error page; the device is told the same.
  static func block(_ refusal: Refusal, _ journey: SignInJourney, _ exchange: inout Exchange) {
    let isClosed = try? journey.world.store.closeDeviceCode(userCode: userCode(of: journey), refusal: refusal.code)
    if isClosed == true { exchange.because("the device will be told AADSTS\(refusal.code)") }
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
