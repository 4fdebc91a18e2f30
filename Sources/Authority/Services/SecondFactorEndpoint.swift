import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `POST /{tenant}/SAS/BeginAuth` and `EndAuth`: how a page, or a program in its place, proves a second factor before it posts the form. The
/// form of the page alone does the same.
struct SecondFactorEndpoint: Endpoint {
  let name = EndpointName.signIn
  let answers = AnswerKind.service
  /// Whether a proof ends; else one begins.
  let ends: Bool

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let question = ServiceQuestion(call.request)
    do {
      guard let question else { throw Refusal(.malformedRequest) }
      let stored = try StoredSignIn(ofService: question["ctx"] ?? "", call)
      guard var flow = try? SignInFlow(document: stored.document), flow.step == OneTimeCodeStep.name else {
        throw Refusal(.flowTokenExpired)
      }
      let user = flow.account.flatMap { call.world.directory.users[$0] }
      exchange.note(user: user)
      try call.world.consultRules(&exchange)
      guard let method = question["authmethodid"], SecondFactor.methods(of: user).contains(method) else {
        throw Refusal(.strongAuthenticationFailed)
      }
      if ends {
        guard OneTimeCodeStep.isRight(question["additionalauthdata"]) else {
          _ = exchange.noteFault(Refusal(.strongAuthenticationFailed), message: "")
          return answer(question, fault: Refusal(.strongAuthenticationFailed), call, exchange)
        }
        flow.hasProvedFactor = true
        try call.world.store.saveFlow(
          try flow.document, handle: stored.handle, browser: BrowserCookies(call.request).browserHandle ?? "",
          startedAt: call.now)
        exchange.because("the one-time code is right; the form of the page goes on")
      }
      return answer(question, fault: nil, call, exchange)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      exchange.because("→ \(refusal.label)")
      return answer(question, fault: refusal, call, exchange)
    }
  }

  /// A refusal has the same members, and status 200 (observed of the success).
  private func answer(
    _ question: ServiceQuestion?, fault: Refusal?, _ call: Call, _ exchange: Exchange
  ) -> HTTPResponse {
    let method: JSONValue = question?["authmethodid"].map { .string($0) } ?? .null
    return JSONAnswer.make([
      "Success": .bool(fault == nil), "ResultValue": .string(Self.word(fault)),
      "Message": fault.map { .string($0.message) } ?? .null, "AuthMethodId": method,
      "ErrCode": .integer(Int64(fault?.code ?? 0)), "Retry": .bool(fault?.kind == .strongAuthenticationFailed),
      "FlowToken": .string(SignInConfig.token(exchange)), "Ctx": .string(question?["ctx"] ?? ""),
      "SessionId": .string(question?["sessionid"] ?? "\(exchange.traceID)"),
      "CorrelationId": "\(exchange.correlationID)", "Timestamp": .string(call.now.iso8601), "Entropy": 0,
    ])
  }

  private static func word(_ fault: Refusal?) -> String {
    guard let fault else { return "Success" }
    return fault.kind == .strongAuthenticationFailed ? "OathCodeIncorrect" : "SessionExpired"
  }
}

/// The methods of a second factor, by the names that pages and services have for them.
enum SecondFactor {
  /// An account of this server has one: the code of an authenticator app.
  static func methods(of user: User?) -> [String] { ["PhoneAppOTP"] }
}
