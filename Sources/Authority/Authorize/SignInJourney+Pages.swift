import Bytes
import Crypto
import Directory
import HTTPWire
import Pages
import Policy
import Scenarios
import Time

extension SignInJourney {
  /// The one-time code that every account of this test authority accepts.
  static let oneTimeCode = "123456"

  /// Shows the page of a step and remembers the sign-in, tied to this browser by a cookie.
  mutating func show(
    _ step: SignInFlow.Step, fault: PageFault? = nil, items: [ConsentDecision.ConsentItem] = [],
    _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    flow.step = step
    if browserHandle.isEmpty {
      browserHandle = world.entropy.token(32)
      setCookies.append(BrowserCookies.cookie(BrowserCookies.browser, browserHandle, isSecure: call.origin.isSecure))
    }
    let handle = flowHandle ?? world.entropy.token(32)
    flowHandle = handle
    try world.store.saveFlow(try flow.document, handle: handle, browser: browserHandle, startedAt: call.now)
    exchange.note(.pageShown)
    let form = PageForm(
      action: "\(call.origin.login)/\(request.segmentText)/login",
      hidden: [
        (name: "ctx", value: handle),
        (name: "canary", value: Self.canary(flow: handle, browser: browserHandle)),
      ])
    var response = page(step, form: form, fault: fault, items: items, &exchange)
    for cookie in setCookies { response.fields.append("Set-Cookie", cookie) }
    return response
  }

  /// What a form must send back to show that it was this browser that got it.
  static func canary(flow: String, browser: String) -> String {
    Base64.encodeURL(HMACSHA256.authenticate(Array(flow.utf8), key: Array(browser.utf8)))
  }

  private func page(
    _ step: SignInFlow.Step, form: PageForm, fault: PageFault?, items: [ConsentDecision.ConsentItem],
    _ exchange: inout Exchange
  ) -> HTTPResponse {
    let directory = world.directory
    let account = flow.account.flatMap { directory.users[$0] }
    let userName = account.map { IDTokenClaims.preferredUserName(of: $0) } ?? flow.userName ?? ""
    switch step {
    case .userName:
      return PageAnswer.make(
        SignInPage(branding: branding, form: form, userName: flow.userName ?? "", fault: fault, canCancel: true), call,
        &exchange)
    case .password:
      return PageAnswer.make(
        PasswordPage(branding: branding, form: form, userName: flow.userName ?? "", fault: fault), call, &exchange)
    case .picker:
      let tiles = pickerTiles(directory)
      return PageAnswer.make(
        AccountPickerPage(branding: branding, form: form, tiles: tiles, canCancel: true), call, &exchange)
    case .multiFactor:
      return PageAnswer.make(
        MFAPage(
          branding: branding, form: form, userName: userName, method: "authenticator app",
          shownCode: Self.oneTimeCode, fault: fault), call, &exchange)
    case .multiFactorRegistration:
      return PageAnswer.make(
        MFARegistrationPage(branding: branding, form: form, userName: userName, methods: ["Authenticator app"]), call,
        &exchange)
    case .changePassword:
      return PageAnswer.make(
        ChangePasswordPage(
          branding: branding, form: form, userName: userName, reason: .expired,
          // Only a wrong current password has a code.
          faults: fault.map { [$0.code == nil ? .new : .current: $0] } ?? [:]), call, &exchange)
    case .consent:
      let permissions = items.map { permission($0, directory) }
      let isAdministrator = account?.isGlobalAdministrator ?? false
      return PageAnswer.make(
        ConsentPage(
          branding: branding, form: form, userName: userName, appName: request.client.displayName,
          publisher: request.client.tenant.flatMap { directory.tenants[$0]?.initialDomain },
          audience: request.purpose != .authorize ? .organization : isAdministrator ? .userOrOrganization : .user,
          permissions: permissions), call, &exchange)
    case .approval, .approvalRequested:
      let tenant = request.segment.tenant(in: directory) ?? account.flatMap { directory.tenants[$0.tenant] }
      let hasWorkflow = tenant?.hasAdminConsentWorkflow ?? false
      let stage: AdminApprovalPage.Stage =
        step == .approvalRequested ? .requested : hasWorkflow ? .request(justification: "", fault: fault) : .needed
      return PageAnswer.make(
        AdminApprovalPage(
          branding: branding, form: form, userName: userName, appName: request.client.displayName, stage: stage),
        call, &exchange)
    case .confirmDevice:
      return PageAnswer.make(
        ConfirmPage(
          branding: branding, form: form, userName: userName, appName: request.client.displayName,
          destination: .device), call, &exchange)
    case .staySignedIn:
      return PageAnswer.make(StaySignedInPage(branding: branding, form: form, userName: userName), call, &exchange)
    }
  }

  private func pickerTiles(_ directory: DirectoryState) -> [AccountPickerPage.Tile] {
    guard let handle = cookies.sessionHandle, let sessions = try? world.store.sessions(ofBrowser: handle) else {
      return []
    }
    return sessions.compactMap { session in
      directory.users[session.user].map { user in
        AccountPickerPage.Tile(
          key: "\(session.id)", displayName: user.displayName,
          userPrincipalName: IDTokenClaims.preferredUserName(of: user),
          isSignedIn: session.unusableReason(of: user, at: call.now, lifetimes: world.settings.lifetimes) == nil)
      }
    }
  }

  private func permission(_ item: ConsentDecision.ConsentItem, _ directory: DirectoryState) -> ConsentPage.Permission {
    let definition = directory.applications[item.resource]?.permission(named: item.value)
    return ConsentPage.Permission(
      displayName: definition?.displayName ?? item.value, detail: definition?.details ?? "", value: item.value)
  }
}
