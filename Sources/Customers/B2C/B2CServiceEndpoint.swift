import Authority
import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Pages
import Policy
import Worlds

/// What a page of Azure AD B2C asks by script, and programs in its place: `POST …/SelfAsserted` with the fields of the page, then
/// `GET …/api/{page}/confirmed`, which goes on. The form of the page does both at once.
struct B2CServiceEndpoint: Endpoint {
  enum Service: Sendable {
    /// Takes the fields, and says whether they will do.
    case selfAsserted
    /// Goes on after that.
    case confirmed
    case forgotPassword
  }

  let name = EndpointName.signIn
  let address: B2CAddress
  let service: Service
  var answers: AnswerKind { service == .selfAsserted ? .customerToken : .customers }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    address.note(&exchange, call)
    do {
      let query = call.query ?? FormFields()
      let stored = try stored(query, call)
      let form = service == .selfAsserted ? try TokenEndpoint.form(call.request) : FormFields()
      if service == .selfAsserted { exchange.parameters = Redaction.parameters(of: form) }
      var journey = try B2CSignInEndpoint.journey(stored, of: address, call, &exchange)
      try call.world.consultRules(&exchange)
      journey.readWorld(after: exchange)
      switch service {
      case .selfAsserted:
        let fault = try journey.take(Self.named(form, address.flow), &exchange)
        return Self.answer(fault, exchange)
      case .confirmed: return try journey.confirm(&exchange)
      case .forgotPassword: return try journey.takeUp(FormFields([("action", "forgotPassword")]), &exchange)
      }
    } catch let refusal as Refusal {
      guard service == .selfAsserted else { return PageAnswer.refusal(refusal, call, &exchange) }
      exchange.refusal = refusal
      exchange.because("→ \(refusal.label)")
      return Self.answer(refusal.message, exchange)
    }
  }

  /// The sign-in that the page named, in this browser.
  private func stored(_ query: FormFields, _ call: Call) throws -> StoredSignIn {
    let token = service == .selfAsserted ? call.request.fields["X-CSRF-TOKEN"] : query["csrf_token"]
    guard let handle = query["tx"].flatMap(B2CTransaction.handle), let token else { throw Refusal(.flowTokenExpired) }
    // The cookie that names the browser serves as the token of its pages too (observed in 2025).
    let browser = BrowserCookies(call.request).value(BrowserCookies.customerBrowser)
    let canary =
      browser.map { $0.hasSameBytes(as: token) } == true
      ? SignInJourney.canary(flow: handle, browser: token) : token
    return try StoredSignIn(
      of: FormFields([("ctx", handle), ("canary", canary)]), call, browser: BrowserCookies.customerBrowser)
  }

  /// The form under the names of the page: programs send the sign-in name under several.
  private static func named(_ form: FormFields, _ flow: UserFlow) -> FormFields {
    let own = CustomerFields.nameID(flow)
    guard form.nonEmpty(own) == nil,
      let name = ["signInName", "logonIdentifier", "email"].lazy.compactMap({ form.nonEmpty($0) }).first
    else { return form }
    var form = form
    form.set(own, name)
    return form
  }

  /// Status 200 whatever came of it (observed).
  private static func answer(_ fault: String?, _ exchange: Exchange) -> HTTPResponse {
    var body: JSONObject = ["status": fault == nil ? "200" : "400"]
    if let fault {
      let isUnknown = exchange.refusal?.kind == .b2cUserUnknown
      body.append("errorCode", isUnknown ? "UserNotFound" : exchange.refusal?.label)
      body.append("message", .string(fault))
    }
    return HTTPResponse(
      status: 200, fields: ["Content-Type": "text/json; charset=utf-8"], body: JSONValue.object(body).serialized)
  }
}

/// How a page of Azure AD B2C names the open sign-in: `StateProperties=` and base64 of `{"TID":"…"}` (observed).
enum B2CTransaction {
  private static let mark = "StateProperties="

  static func text(_ handle: String) -> String {
    mark + Base64.encode(JSONValue.object(["TID": .string(handle)]).serialized)
  }

  /// Nil for another text.
  static func handle(_ text: String) -> String? {
    guard text.hasPrefix(mark), let bytes = Base64.decode(text.dropFirst(mark.count)) else { return nil }
    return (try? JSONValue.parse(bytes))?["TID"]?.string
  }
}

extension B2CJourney {
  /// Takes the fields of the page that was shown last, as its form does, and keeps what they prove. Returns what the page says is wrong; nil
  /// when nothing is.
  mutating func take(_ form: FormFields, _ exchange: inout Exchange) throws -> String? {
    guard let step = B2CSteps.step(named: state.step) else { throw Refusal(.flowTokenExpired) }
    let next = try step.take(form, action: nil, &self, &exchange)
    switch next {
    case .refuse(let refusal): throw refusal
    case .show(let shown):
      let page = shown.page(self, PageForm(action: ""))
      if let fault = page.fault ?? page.fields.lazy.compactMap(\.fault).first { return fault.message }
      state.step = type(of: shown).name
    case .ask(let shown): state.step = type(of: shown).name
    case .proceed: break
    }
    try keep()
    return nil
  }

  /// Goes on with what `take` has kept.
  mutating func confirm(_ exchange: inout Exchange) throws -> HTTPResponse {
    guard account == nil, state.step != B2CSignInStep.name, let step = B2CSteps.step(named: state.step) else {
      return try run(.proceed, &exchange)
    }
    return try run(.show(step), &exchange)
  }

  private func keep() throws {
    guard let handle else { throw Refusal(.flowTokenExpired) }
    try world.store.saveFlow(try state.document, handle: handle, browser: browserHandle, startedAt: call.now)
  }
}
