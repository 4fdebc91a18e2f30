import Authority
import Bytes
import Crypto
import Directory
import HTTPWire
import Pages
import Policy
import Time
import Worlds

/// A customer's sign-in by a user flow on its way to an answer: what is known of it, who signs in, and what else is needed.
struct B2CJourney {
  private(set) var call: Call
  let request: B2CRequest
  let cookies: BrowserCookies
  var state: B2CState
  /// The handle of the stored sign-in; nil before the first page.
  var handle: String?
  var browserHandle: String
  /// Values of `Set-Cookie` for the answer.
  var setCookies: [String] = []
  private(set) var directory: DirectoryState

  var world: World { call.world }
  var flow: UserFlow { request.address.flow }
  var tenant: Tenant { request.address.tenant }
  /// The customer who has proved who it is; nil before that.
  var account: User? { state.account.flatMap { directory.users[$0] } }

  init(call: Call, request: B2CRequest, state: B2CState, handle: String? = nil) {
    self.call = call
    self.request = request
    self.state = state
    self.handle = handle
    cookies = BrowserCookies(call.request)
    browserHandle = cookies.value(BrowserCookies.customerBrowser) ?? ""
    directory = call.directory
  }

  /// Reads directory and time again, which a rule of this request may have changed.
  mutating func readWorld(after exchange: Exchange) {
    call = call.after(exchange)
    directory = call.directory
  }

  /// Reads the directory again, after the sign-in has changed it.
  mutating func readDirectory() { directory = call.directory }

  var accounts: CustomerAccounts {
    CustomerAccounts(call: call, directory: directory, tenant: tenant, flow: flow, client: request.client)
  }

  // MARK: The loop

  /// Begins the sign-in: a session of the browser may tell who signs in.
  mutating func begin(_ exchange: inout Exchange) throws -> HTTPResponse {
    state.userName = request.loginHint ?? state.userName
    state.provider = request.provider
    try useSession(&exchange)
    return try run(.proceed, &exchange)
  }

  /// Goes on with the form of the page that was shown last.
  mutating func takeUp(_ form: FormFields, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let step = B2CSteps.step(named: state.step) else { throw Refusal(.flowTokenExpired) }
    let action = form.nonEmpty(PageAction.fieldName)
    if action == PageAction.cancel.rawValue {
      let isElsewhere = step is B2CProviderStep
      exchange.because(isElsewhere ? "the customer cancelled at the other identity provider" : "the customer cancelled")
      return try run(.refuse(Refusal(isElsewhere ? .b2cProviderRefused : .b2cCancelled)), &exchange)
    }
    return try run(try step.take(form, action: action, &self, &exchange), &exchange)
  }

  mutating func run(_ first: B2CNext, _ exchange: inout Exchange) throws -> HTTPResponse {
    var next = first
    while true {
      switch next {
      case .proceed:
        let reasoned = UserFlowDecision.evaluate(facts)
        exchange.reasons += reasoned.reasons
        switch reasoned.decision {
        case .refuse(let refusal): next = .refuse(refusal)
        case .finish:
          let answer = try complete(&exchange)
          return finished(answer)
        case let decided:
          guard let step = B2CSteps.step(for: decided) else { throw Refusal(.flowTokenExpired) }
          next = .ask(step)
        }
      case .ask(let step):
        if let persona = call.persona(for: account?.alias) {
          next = try step.answer(as: persona, &self, &exchange)
        } else {
          step.prepare(&self)
          next = .show(step)
        }
      case .show(let step):
        let answer = try show(step, &exchange)
        return finished(answer)
      case .refuse(let refusal):
        try endFlow()
        return finished(B2CAnswer.redirect(refusal, to: request.returnAddress, call, &exchange))
      }
    }
  }

  private func finished(_ answer: HTTPResponse) -> HTTPResponse {
    var response = answer
    for cookie in setCookies { response.fields.append("Set-Cookie", cookie) }
    return response
  }

  /// All that the decision depends on.
  private var facts: UserFlowDecision.Facts {
    var facts = UserFlowDecision.Facts(flow: flow, prompt: request.prompt)
    facts.hasAccount = account != nil
    facts.provider = state.provider
    facts.signsUp = state.signsUp
    facts.resets = state.resets
    facts.hasVerifiedAddress = state.hasVerifiedAddress
    facts.hasSecondFactor = state.methods.contains("mfa")
    facts.isUnknownHere = state.newcomer != nil && account == nil
    facts.hasGivenAttributes = state.hasGivenAttributes
    return facts
  }

  /// Shows a page, and stores the sign-in under a handle and the browser's cookie.
  private mutating func show(_ step: any B2CStep, _ exchange: inout Exchange) throws -> HTTPResponse {
    let name = type(of: step).name
    state.step = name
    if browserHandle.isEmpty {
      browserHandle = world.entropy.token(32)
      setCookies.append(BrowserCookies.cookie(BrowserCookies.customerBrowser, browserHandle, at: call.origin))
    }
    let handle = handle ?? world.entropy.token(32)
    self.handle = handle
    try world.store.saveFlow(try state.document, handle: handle, browser: browserHandle, startedAt: call.now)
    let fault = exchange.events.last == .signInFailed ? exchange.refusal?.code : nil
    exchange.note(.pageShown)
    let form = PageForm(
      action: "\(call.origin.login)/\(request.address.tenantText)/\(ASCII.lowercased(flow.name))/login",
      hidden: [
        (name: "ctx", value: handle),
        (name: "canary", value: SignInJourney.canary(flow: handle, browser: browserHandle)),
      ])
    var page = step.page(self, form)
    page.settings = CustomerSettings(
      api: step is B2CSignInStep ? "CombinedSigninAndSignup" : "SelfAsserted",
      csrf: SignInJourney.canary(flow: handle, browser: browserHandle), transaction: B2CTransaction.text(handle),
      tenantPath: "/\(request.address.tenantText)/\(flow.name)", policy: flow.name,
      correlationID: "\(exchange.traceID)")
    return PageAnswer.make(page, fault: fault, call, &exchange)
  }

  /// Removes the stored sign-in, if a page was shown.
  ///
  /// - Throws: AADSTS50089 when it was removed before.
  func endFlow() throws {
    if let handle, try !world.store.endFlow(handle: handle) { throw Refusal(.flowTokenExpired) }
  }

  var branding: Branding { Branding(tenantName: tenant.displayName, appName: request.client.displayName) }

  // MARK: Who

  /// Goes on with a customer who has just proved who it is.
  mutating func signedIn(_ user: User, _ exchange: inout Exchange) -> B2CNext {
    state.account = user.id
    // An account that this request has made is younger than the request.
    state.authenticatedAt = max(Revocation.momentOfSignIn(of: [user], at: call.now), user.createdAt)
    state.usesSession = false
    exchange.note(user: user)
    exchange.note(.signIn)
    return .proceed
  }

  // MARK: Codes

  /// Sends a code to an address. Wrong tries of the page count on, since the page ends after some of them.
  mutating func sendCode(to address: String, _ exchange: inout Exchange) {
    state.address = address
    state.sent = accounts.fixedCode(to: address, exchange).counting(after: state.sent)
    exchange.because("a code for \(address): it is always \(CustomerAccounts.fixedCode)")
  }

  /// Checks a code. Nil when it is right. Else the page says so; after too many wrong ones the app gets the refusal of `kind`.
  mutating func check(
    _ typed: String, _ kind: RefusalKind, wrong: String = "That code is incorrect. Please try again.",
    _ exchange: inout Exchange, page: (PageFault) -> any B2CStep
  ) -> B2CNext? {
    switch accounts.check(typed, against: &state.sent, &exchange) {
    case .right:
      state.sent = nil
      return nil
    case .wrong: return .show(page(PageFault(message: wrong)))
    case .tooOld:
      let target = state.sent?.target ?? state.address ?? ""
      state.sent = accounts.fixedCode(to: target, exchange).counting(after: state.sent)
      return .show(page(PageFault(message: "That code is expired. We sent another one.")))
    case .exhausted: return .refuse(Refusal(kind))
    }
  }

  /// Writes a refusal of a field or of the form into the journal, and makes the text that the page shows.
  func fault(_ kind: RefusalKind, _ exchange: inout Exchange) -> PageFault {
    let refusal = Refusal(kind)
    return exchange.noteFault(refusal, message: refusal.message)
  }
}
