import Bytes
import Directory
import HTTPWire
import Pages
import Policy
import Time
import Worlds

/// `/device`, `/devicelogin`, `/link` and `/common/oauth2/deviceauth`: the page where the user enters the code that a device shows (RFC
/// 8628 §3.3).
struct DeviceEndpoint: Endpoint {
  let name = EndpointName.device
  let answers = AnswerKind.page
  let features: LoginFeatures

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard call.request.method == "POST" else {
      let query = call.query ?? FormFields()
      return page(userCode: query["otc"] ?? query["user_code"] ?? "", call, &exchange)
    }
    do {
      guard let text = String(validating: call.request.body, as: UTF8.self), let form = FormFields(parsing: text) else {
        throw Refusal(.malformedRequest)
      }
      exchange.parameters = Redaction.parameters(of: form)
      return try enter(form["otc"] ?? "", call, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, call, &exchange)
    }
  }

  private func enter(_ typed: String, _ call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let userCode = UserCode.normalized(typed)
    guard !userCode.isEmpty else { return fault(Refusal(.userCodeInvalid), typed, call, &exchange) }
    guard let code = try call.world.store.deviceCode(userCode: userCode),
      call.now - code.issuedAt < call.world.settings.lifetimes.deviceCode || !code.state.isOpen
    else {
      exchange.because("no device waits for \(userCode)")
      return fault(Refusal(.userCodeInvalid), typed, call, &exchange)
    }
    let directory = call.world.directory
    let segment = try? TenantSegment(code.segment, in: directory)
    exchange.note(client: directory.applications[code.client])
    exchange.note(tenant: segment?.tenant(in: directory))
    exchange.note(scope: code.scope, on: segment, in: directory)
    guard code.state.isOpen else {
      exchange.because("the code \(userCode) is \(code.state.rawValue)")
      throw Refusal(.userCodeUsed)
    }
    try call.world.consultRules(&exchange)
    let call = call.after(exchange)
    try call.world.store.claimDeviceCode(userCode: userCode)
    exchange.because("the code \(userCode) was entered")
    var journey = try DeviceSignIn.journey(code, call, joining: features)
    return try journey.begin(&exchange)
  }

  private func fault(_ refusal: Refusal, _ typed: String, _ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.refusal = refusal
    exchange.note(.signInFailed)
    exchange.because("→ \(refusal.label) on the page")
    return page(
      userCode: typed,
      fault: PageFault(code: refusal.code, message: "That code didn't work. Check the code and try again."),
      call, &exchange)
  }

  private func page(userCode: String, fault: PageFault? = nil, _ call: Call, _ exchange: inout Exchange)
    -> HTTPResponse
  {
    exchange.note(.pageShown)
    let form = PageForm(action: "\(call.origin.pages)/common/oauth2/deviceauth")
    return PageAnswer.make(
      DeviceCodePage(branding: Branding(), form: form, userCode: userCode, fault: fault), fault: fault?.code, call,
      &exchange)
  }
}
