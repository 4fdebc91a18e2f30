import Bytes
import Crypto
import Directory
import HTTPWire
import Pages
import Policy
import Worlds

/// The loop from a decision to a page and on to the next decision.
extension SignInJourney {
  /// Begins the sign-in with the decision who signs in.
  mutating func begin(_ exchange: inout Exchange) throws -> HTTPResponse {
    try run(try whoSignsIn(&exchange), &exchange)
  }

  /// Goes on with the form of the page that was shown last.
  mutating func takeUp(_ form: FormFields, _ exchange: inout Exchange) throws -> HTTPResponse {
    try run(try next(after: form, &exchange), &exchange)
  }

  /// Goes on by a link: with a session of this browser, as the tile of its account does, else from the beginning.
  mutating func resume(_ session: String?, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let session else { return try begin(&exchange) }
    return try run(try PickerStep().take(FormFields([("account", session)]), &self, &exchange), &exchange)
  }

  /// What the pressed button means. Some buttons mean the same on every page; the page itself decides about the
  /// others.
  private mutating func next(after form: FormFields, _ exchange: inout Exchange) throws -> NextStep {
    switch form[PageAction.fieldName].flatMap(PageAction.init(rawValue:)) {
    case .cancel: return .cancel
    case .decline:
      if request.purpose != .device { exchange.because("the user declined to consent") }
      return .decline
    case .back:
      flow.userName = nil
      return .show(UserNameStep())
    case .otherAccount, .asAdministrator:
      flow.userName = nil
      flow.account = nil
      flow.hasConsented = false
      return .show(UserNameStep())
    case .no, .resetPassword, nil:
      guard let step = features.page(named: flow.step, for: request) else { throw Refusal(.flowTokenExpired) }
      return try step.take(form, &self, &exchange)
    }
  }

  /// Carries out steps until there is an answer for the browser.
  private mutating func run(_ first: NextStep, _ exchange: inout Exchange) throws -> HTTPResponse {
    var next = first
    while true {
      switch next {
      case .proceed(let session): next = try proceed(session: session, &exchange)
      case .ask(let step):
        if let persona = call.persona(for: account?.alias) {
          next = try step.answer(as: persona, &self, &exchange)
        } else {
          try step.prepare(&self, &exchange)
          next = .show(step)
        }
      case .show(let step): next = .end(try show(step, &exchange))
      case .refuse(let refusal): next = .end(try refuse(refusal, &exchange))
      case .cancel: next = .end(try cancel(&exchange))
      case .decline: next = .end(try decline(&exchange))
      case .end(var response):
        for cookie in setCookies { response.fields.append("Set-Cookie", cookie) }
        return response
      }
    }
  }

  /// Shows a page, and stores the sign-in under a handle and the browser's cookie.
  private mutating func show(_ step: any SignInStep, _ exchange: inout Exchange) throws -> HTTPResponse {
    flow.step = type(of: step).name
    if browserHandle.isEmpty {
      browserHandle = world.entropy.token(32)
      setCookies.append(BrowserCookies.browser(browserHandle, call))
    }
    let handle = flowHandle ?? world.entropy.token(32)
    flowHandle = handle
    try world.store.saveFlow(try flow.document, handle: handle, browser: browserHandle, startedAt: call.now)
    // Other refusals of a page, such as a consent that an administrator has to give, are not a fault of what was entered.
    let fault = exchange.events.last == .signInFailed ? exchange.refusal?.code : nil
    exchange.note(.pageShown)
    let form = PageForm(
      action: SignInConfig.address(of: flow.step, self),
      hidden: [
        (name: "ctx", value: handle),
        (name: "canary", value: Self.canary(flow: handle, browser: browserHandle)),
        (name: "flowToken", value: SignInConfig.token(exchange)),
      ])
    let page = step.page(SignInView(journey: self, form: form))
    return PageAnswer.make(
      page, fault: fault, config: SignInConfig.members(self, form, page.pageID, exchange), call, &exchange)
  }

  /// A value that the form must send back. It proves that the form was made for this browser, against forged requests
  /// from other sites.
  package static func canary(flow: String, browser: String) -> String {
    Base64.encodeURL(HMACSHA256.authenticate(Array(flow.utf8), key: Array(browser.utf8)))
  }
}
