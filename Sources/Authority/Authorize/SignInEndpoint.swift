import Bytes
import Crypto
import Directory
import HTTPWire
import Pages
import Policy
import Scenarios
import Time

/// `POST /{tenant}/login`: the forms of the sign-in pages come back here.
struct SignInEndpoint: Endpoint {
  let name = EndpointName.signIn
  let tenant: String

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      guard let text = String(validating: call.request.body, as: UTF8.self), let form = FormFields(parsing: text) else {
        throw Refusal.malformedRequest
      }
      exchange.parameters = Redaction.parameters(of: form)
      var journey = try takeUp(form, call, &exchange)
      try call.world.consultRules(&exchange)
      return try SignInStep(form: form).answer(&journey, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, call, &exchange)
    }
  }

  /// The sign-in that the form belongs to. A form of another browser, an old one and one that was answered already are
  /// AADSTS50089.
  private func takeUp(_ form: FormFields, _ call: Call, _ exchange: inout Exchange) throws -> SignInJourney {
    let store = call.world.store
    guard let handle = form.nonEmpty("ctx"), let browser = BrowserCookies(call.request).browserHandle,
      let canary = form["canary"],
      ConstantTime.equal(Array(canary.utf8), Array(SignInJourney.canary(flow: handle, browser: browser).utf8)),
      let stored = try store.flow(handle: handle, browser: browser),
      call.now - stored.startedAt <= call.world.settings.lifetimes.signInFlow
    else { throw Refusal.flowTokenExpired }
    let flow = try SignInFlow(document: stored.document)
    let directory = call.world.directory
    guard let fields = FormFields(parsing: flow.query) else { throw Refusal.flowTokenExpired }
    let request: AuthorizeRequest
    do throws(AuthorizeFault) {
      request =
        switch flow.purpose {
        case .authorize:
          try AuthorizeRequest.parse(
            fields, tenant: flow.segment, queryBytes: 0, isLegacy: flow.isLegacy ?? false, in: directory)
        case .adminConsent, .legacyAdminConsent:
          try AdminConsentRequest.parse(fields, tenant: flow.segment, purpose: flow.purpose, in: directory)
        case .device: try DeviceSignIn.parse(fields, tenant: flow.segment, in: directory)
        }
    } catch {
      switch error {
      case .page(let refusal), .redirect(let refusal, _): throw refusal
      case .unnumbered: throw Refusal.flowTokenExpired
      }
    }
    exchange.note(client: request.client)
    exchange.note(tenant: request.segment.tenant(in: directory))
    exchange.note(user: flow.account.flatMap { directory.users[$0] })
    exchange.prompt = fields.nonEmpty("prompt")
    exchange.scopes = request.scopes.items.map(\.text)
    exchange.adoptCorrelation(from: fields)
    return SignInJourney(call: call, request: request, flow: flow, flowHandle: handle)
  }
}

/// What one form means, by the page it came from.
private struct SignInStep {
  let form: FormFields

  func answer(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    switch form[PageAction.fieldName].flatMap(PageAction.init(rawValue:)) {
    case .cancel where journey.request.purpose == .device, .decline where journey.request.purpose == .device:
      return try DeviceSignIn.decline(journey, &exchange)
    case .cancel:
      return try leave(journey) { AuthorizeAnswer.cancellation(to: journey.request.address, journey.call, &exchange) }
    case .decline:
      return try leave(journey) {
        exchange.because("the user declined to consent")
        if journey.request.purpose != .authorize { return journey.declineAdminConsent(&exchange) }
        return AuthorizeAnswer.refusal(
          journey.consentDeclined, to: journey.request.address, journey.call, &exchange)
      }
    case .back:
      journey.flow.userName = nil
      return try journey.show(.userName, &exchange)
    case .otherAccount, .asAdministrator:
      journey.flow.account = nil
      journey.flow.userName = nil
      journey.flow.hasConsented = false
      return try journey.show(.userName, &exchange)
    case .no, nil: break
    }
    switch journey.flow.step {
    case .userName: return try takeUserName(&journey, &exchange)
    case .password: return try takePassword(&journey, &exchange)
    case .picker: return try pick(&journey, &exchange)
    case .multiFactor: return try takeOneTimeCode(&journey, &exchange)
    case .multiFactorRegistration: return try register(&journey, &exchange)
    case .changePassword: return try changePassword(&journey, &exchange)
    case .consent: return try accept(&journey, &exchange)
    case .approval: return try requestApproval(&journey, &exchange)
    case .approvalRequested:
      return try leave(journey) { AuthorizeAnswer.cancellation(to: journey.request.address, journey.call, &exchange) }
    case .confirmDevice:
      journey.flow.hasConfirmed = true
      return try afterProof(&journey, &exchange)
    case .staySignedIn:
      journey.flow.staysSignedIn = form[PageAction.fieldName] != PageAction.no.rawValue
      if form["DontShowAgain"] == "true" { journey.rememberStaySignedIn() }
      exchange.because(
        journey.flow.staysSignedIn == true ? "the user stays signed in" : "the user does not stay signed in")
      return try journey.proceed(session: nil, &exchange)
    }
  }

  /// Ends the sign-in without success.
  private func leave(_ journey: SignInJourney, _ answer: () -> HTTPResponse) throws -> HTTPResponse {
    if let handle = journey.flowHandle, try !journey.world.store.endFlow(handle: handle) {
      throw Refusal.flowTokenExpired
    }
    return answer()
  }

  private func takeUserName(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    let name = ASCII.trimmed(form["loginfmt"] ?? "")
    journey.flow.userName = name
    guard !name.isEmpty else {
      return try journey.show(
        .userName, fault: PageFault(message: "Enter a valid email address or phone number."), &exchange)
    }
    guard let account = account(named: name, journey) else { return try unknownUser(&journey, &exchange) }
    exchange.note(user: account)
    // A script may send both fields at once; a person sees one page for each.
    if form.nonEmpty("passwd") != nil { return try takePassword(&journey, &exchange) }
    return try journey.show(.password, &exchange)
  }

  private func takePassword(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    let name = ASCII.trimmed(form.nonEmpty("loginfmt") ?? journey.flow.userName ?? "")
    journey.flow.userName = name
    guard let password = form.nonEmpty("passwd") else {
      return try journey.show(.password, fault: PageFault(message: "Please enter your password."), &exchange)
    }
    guard let account = account(named: name, journey) else { return try unknownUser(&journey, &exchange) }
    exchange.note(user: account)
    let check = journey.world.lockout.check(
      password, of: account, as: account, tenant: journey.request.segment.spelling, at: journey.call.now)
    exchange.reasons += check.reasons
    switch check.decision {
    case .accepted: return try journey.signedIn(account, methods: ["pwd"], &exchange)
    case .refused(let refusal) where refusal.kind == .passwordExpired:
      journey.flow.account = account.id
      journey.flow.authenticatedAt = journey.call.now
      journey.flow.methods = ["pwd"]
      exchange.because("the password is right and has expired")
      return try journey.show(.changePassword, &exchange)
    case .refused(let refusal):
      return try fail(refusal, message: Self.wording(refusal), step: .password, &journey, &exchange)
    }
  }

  private func unknownUser(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    try fail(
      .userNotFound(tenant: journey.request.segment.spelling),
      message:
        "We couldn't find an account with that username. Try another; the server lists its users at its start.",
      step: .userName, &journey, &exchange)
  }

  private func fail(
    _ refusal: Refusal, message: String, step: SignInFlow.Step, _ journey: inout SignInJourney,
    _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    exchange.refusal = refusal
    exchange.note(.signInFailed)
    exchange.because("→ AADSTS\(refusal.code) on the page: \(refusal.kind.name)")
    return try journey.show(step, fault: PageFault(code: refusal.code, message: message), &exchange)
  }

  /// What a person reads; the code stands beside it.
  private static func wording(_ refusal: Refusal) -> String {
    switch refusal.kind {
    case .invalidPassword: "Your account or password is incorrect. If you don't remember your password, reset it now."
    case .accountLocked: "Your account is temporarily locked. Try again later."
    case .accountDisabled: "Your account has been locked. Contact your support person to unlock it, then try again."
    default: refusal.message
    }
  }

  private func pick(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    let directory = journey.world.directory
    guard let handle = journey.cookies.sessionHandle, let key = form[AccountPickerPage.fieldName],
      let session = try journey.world.store.sessions(ofBrowser: handle).first(where: { "\($0.id)" == key }),
      let account = directory.users[session.user]
    else { return try journey.show(.picker, &exchange) }
    exchange.note(user: account)
    exchange.because("the user picked \(account.alias)")
    let lifetimes = journey.world.settings.lifetimes
    let stale = try journey.attempt(directory).staleness(of: session)
    if let reason = session.unusableReason(of: account, at: journey.call.now, lifetimes: lifetimes) ?? stale {
      exchange.because("its session does not count: \(reason)")
      journey.flow.userName = IDTokenClaims.preferredUserName(of: account)
      return try journey.show(.password, &exchange)
    }
    return try journey.use(session, directory, &exchange)
  }

  private func takeOneTimeCode(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let code = form.nonEmpty("otc"), ASCII.trimmed(code) == SignInJourney.oneTimeCode else {
      return try fail(
        Refusal(.strongAuthenticationFailed), message: "You didn't enter the expected verification code.",
        step: .multiFactor, &journey, &exchange)
    }
    exchange.because("the one-time code is right")
    journey.flow.methods += ["mfa"]
    return try afterProof(&journey, &exchange)
  }

  private func register(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let id = journey.flow.account else { throw Refusal.flowTokenExpired }
    _ = try journey.world.change { directory in directory.updateUser(id) { $0.mfa = .required } }
    exchange.because("a method for multi-factor authentication was registered")
    journey.flow.methods += ["mfa"]
    return try afterProof(&journey, &exchange)
  }

  private func changePassword(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    let directory = journey.world.directory
    guard let id = journey.flow.account, let account = directory.users[id] else { throw Refusal.flowTokenExpired }
    guard let current = form.nonEmpty("currentPassword"), account.password?.matches(current) ?? false else {
      return try journey.show(
        .changePassword, fault: PageFault(code: 50126, message: "Your current password is incorrect."), &exchange)
    }
    guard let new = form.nonEmpty("newPassword"), new == form["confirmNewPassword"], new != current else {
      return try journey.show(
        .changePassword,
        fault: PageFault(message: "Enter a new password twice; it must differ from the current one."), &exchange)
    }
    try journey.world.perform(ChangePasswordAction(user: .id(id), password: new, at: journey.call.now))
    exchange.because("the user changed the password")
    return try journey.signedIn(account, methods: ["pwd"], &exchange)
  }

  private func accept(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    let directory = journey.world.directory
    guard let id = journey.flow.account, let account = directory.users[id],
      let tenant = journey.request.segment.tenant(in: directory) ?? directory.tenants[account.tenant],
      let user = directory.user(forAccount: account, in: tenant.id)
    else { throw Refusal.flowTokenExpired }
    guard !journey.isForEverybody else {
      journey.flow.hasConsented = true
      return try afterProof(&journey, &exchange)
    }
    let scopes = try ResolvedScopes(journey.request.scopes, in: directory, tenant: tenant)
    let decision = ConsentDecision.evaluate(
      scopes, client: journey.request.client, user: user, tenant: tenant.id,
      isForced: journey.request.prompt == .consent, in: directory)
    if case .missing(let items) = decision {
      let everyone = form[ConsentPage.organizationFieldName] == "true" && user.isGlobalAdministrator
      exchange.because(
        "consent \(everyone ? "for everybody" : "for \(user.alias)"): \(items.map(\.value).joined(separator: " "))")
      try journey.consent(to: items, user: user, tenant: tenant, everyone: everyone)
      if everyone { try journey.completeConsentRequests(in: tenant) }
    }
    journey.flow.hasConsented = true
    return try afterProof(&journey, &exchange)
  }

  /// The admin consent workflow: the user asks, with a reason, and is told that an administrator will look.
  private func requestApproval(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let reason = form.nonEmpty("justification") else {
      return try journey.show(
        .approval, fault: PageFault(message: "Say why you need this app; an administrator will read it."), &exchange)
    }
    exchange.because("the user asked an administrator for approval: \(reason)")
    try journey.requestConsent(because: reason)
    return try journey.show(.approvalRequested, &exchange)
  }

  /// Goes on after a further step; an account that came from a session keeps that session unless it proved more.
  private func afterProof(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse {
    let session = try currentSession(journey)
    let isUnchanged = session.map { $0.methods == journey.flow.methods } ?? false
    return try journey.proceed(session: journey.flow.usesSession && isUnchanged ? session : nil, &exchange)
  }

  private func currentSession(_ journey: SignInJourney) throws -> AccountSession? {
    guard let handle = journey.cookies.sessionHandle, let account = journey.flow.account else { return nil }
    return try journey.world.store.sessions(ofBrowser: handle).first { $0.user == account }
  }

  /// The account of that name: at home anywhere, or a guest's home account.
  private func account(named name: String, _ journey: SignInJourney) -> User? {
    let directory = journey.world.directory
    guard let user = directory.user(named: name), !user.isDeleted else { return nil }
    return directory.account(of: user)
  }
}
