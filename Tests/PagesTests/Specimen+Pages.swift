@testable import Pages

extension Specimen {
  static let signIn: [Specimen] = [
    Specimen("sign-in", "tenant") { SignInPage(branding: Branding(tenantName: $0), form: form) },
    Specimen("sign-in", "app") { SignInPage(branding: Branding(appName: $0), form: form) },
    Specimen("sign-in", "action") { SignInPage(branding: contoso, form: PageForm(action: $0)) },
    Specimen("sign-in", "hidden name") {
      SignInPage(branding: contoso, form: PageForm(action: "/", hidden: [(name: $0, value: "")]))
    },
    Specimen("sign-in", "hidden value") {
      SignInPage(branding: contoso, form: PageForm(action: "/", hidden: [(name: "state", value: $0)]))
    },
    Specimen("welcome", "authority") { WelcomePage(authority: $0, discovery: "/", graph: "/") },
    Specimen("welcome", "discovery") { WelcomePage(authority: "/", discovery: $0, graph: "/") },
    Specimen("welcome", "graph") { WelcomePage(authority: "/", discovery: "/", graph: $0) },
    Specimen("sign-in", "name of a person") {
      var page = SignInPage(branding: contoso, form: form)
      page.people = [SignInPage.Person(displayName: $0, userPrincipalName: upn)]
      return page
    },
    Specimen("sign-in", "sign-in name of a person") {
      var page = SignInPage(branding: contoso, form: form)
      page.people = [SignInPage.Person(displayName: "Alice", userPrincipalName: $0)]
      return page
    },
    Specimen("sign-in", "user name") { SignInPage(branding: contoso, form: form, userName: $0) },
    Specimen("sign-in", "fault") {
      SignInPage(branding: contoso, form: form, fault: PageFault(code: 50034, message: $0), canCancel: true)
    },
    Specimen("password", "user name") { PasswordPage(branding: contoso, form: form, userName: $0) },
    Specimen("password", "user name of a session") {
      PasswordPage(branding: contoso, form: form, userName: $0, offersOtherAccount: true)
    },
    Specimen("password", "fault") {
      PasswordPage(branding: contoso, form: form, userName: upn, fault: PageFault(code: 50126, message: $0))
    },
    Specimen("password", "notice") {
      var page = PasswordPage(branding: contoso, form: form, userName: upn)
      page.notice = $0
      return page
    },
    Specimen("password", "words of a way") {
      let fault = PageFault(code: 50126, message: "Wrong,", way: .init($0, .resetPassword))
      return PasswordPage(branding: contoso, form: form, userName: upn, fault: fault)
    },
    Specimen("picker", "key") {
      var tile = tile
      tile.key = $0
      return AccountPickerPage(branding: contoso, form: form, tiles: [tile], canCancel: true)
    },
    Specimen("picker", "display name") {
      var tile = tile
      tile.displayName = $0
      return AccountPickerPage(branding: contoso, form: form, tiles: [tile])
    },
    Specimen("picker", "user name") {
      var tile = tile
      tile.userPrincipalName = $0
      return AccountPickerPage(branding: contoso, form: form, purpose: .signOut, tiles: [tile])
    },
  ]

  static let interruptions: [Specimen] = [
    Specimen("MFA", "user name") { MFAPage(branding: contoso, form: form, userName: $0, method: "App") },
    Specimen("MFA", "method") { MFAPage(branding: contoso, form: form, userName: upn, method: $0) },
    Specimen("MFA", "code") { MFAPage(branding: contoso, form: form, userName: upn, method: "App", shownCode: $0) },
    Specimen("MFA", "fault") {
      MFAPage(branding: contoso, form: form, userName: upn, method: "App", fault: PageFault(message: $0))
    },
    Specimen("registration", "user name") {
      MFARegistrationPage(branding: contoso, form: form, userName: $0, methods: ["App"])
    },
    Specimen("registration", "method") {
      MFARegistrationPage(branding: contoso, form: form, userName: upn, methods: ["App", $0])
    },
    Specimen("new password", "user name") {
      ChangePasswordPage(branding: contoso, form: form, userName: $0, reason: .expired)
    },
    Specimen("new password", "fault of current") {
      ChangePasswordPage(
        branding: contoso, form: form, userName: upn, reason: .temporary, faults: [.current: PageFault(message: $0)])
    },
    Specimen("new password", "fault of new") {
      ChangePasswordPage(
        branding: contoso, form: form, userName: upn, reason: .expired, faults: [.new: PageFault(message: $0)])
    },
    Specimen("new password", "fault of confirmation") {
      ChangePasswordPage(
        branding: contoso, form: form, userName: upn, reason: .expired, faults: [.confirmation: PageFault(message: $0)])
    },
    Specimen("forgotten password", "code") {
      ChangePasswordPage(branding: contoso, form: form, userName: upn, reason: .forgotten(code: $0))
    },
    Specimen("stay signed in", "user name") { StaySignedInPage(branding: contoso, form: form, userName: $0) },
    Specimen("block", "app") {
      ConditionalAccessBlockPage(branding: contoso, code: 53003, details: details(app: $0))
    },
    Specimen("block", "meaning") {
      ConditionalAccessBlockPage(
        branding: contoso, code: 53003, details: details, explanation: Explanation(meaning: $0))
    },
  ]

  static let consent: [Specimen] = [
    Specimen("consent", "user name") {
      ConsentPage(branding: contoso, form: form, userName: $0, appName: "App", permissions: [permission])
    },
    Specimen("consent", "app") {
      ConsentPage(branding: contoso, form: form, userName: upn, appName: $0, permissions: [permission])
    },
    Specimen("consent", "publisher") {
      ConsentPage(
        branding: contoso, form: form, userName: upn, appName: "App", publisher: $0, audience: .userOrOrganization,
        permissions: [permission])
    },
    Specimen("consent", "permission") {
      var permission = permission
      permission.displayName = $0
      return ConsentPage(
        branding: contoso, form: form, userName: upn, appName: "App", audience: .organization, permissions: [permission]
      )
    },
    Specimen("consent", "detail") {
      var permission = permission
      permission.detail = $0
      return ConsentPage(branding: contoso, form: form, userName: upn, appName: "App", permissions: [permission])
    },
    Specimen("consent", "value") {
      var permission = permission
      permission.value = $0
      return ConsentPage(branding: contoso, form: form, userName: upn, appName: "App", permissions: [permission])
    },
    Specimen("approval", "user name") {
      AdminApprovalPage(branding: contoso, form: form, userName: $0, appName: "App", stage: .needed)
    },
    Specimen("approval", "app") {
      AdminApprovalPage(branding: contoso, form: form, userName: upn, appName: $0, stage: .needed)
    },
    Specimen("approval", "app asked for") {
      AdminApprovalPage(branding: contoso, form: form, userName: upn, appName: $0, stage: .requested)
    },
    Specimen("approval", "justification") {
      AdminApprovalPage(
        branding: contoso, form: form, userName: upn, appName: "App", stage: .request(justification: $0))
    },
    Specimen("approval", "fault") {
      AdminApprovalPage(
        branding: contoso, form: form, userName: upn, appName: "App", stage: .request(fault: PageFault(message: $0)))
    },
    Specimen("confirmation", "app") {
      ConfirmPage(branding: contoso, form: form, appName: $0, destination: .device)
    },
    Specimen("confirmation", "user name") {
      ConfirmPage(branding: contoso, form: form, userName: $0, appName: "App", destination: .device)
    },
    Specimen("confirmation", "scheme") {
      ConfirmPage(branding: contoso, form: form, appName: "App", destination: .app(scheme: $0))
    },
  ]

  static let device: [Specimen] = [
    Specimen("device code", "code") { DeviceCodePage(branding: contoso, form: form, userCode: $0) },
    Specimen("device code", "fault") {
      DeviceCodePage(branding: contoso, form: form, fault: PageFault(code: 90119, message: $0))
    },
    Specimen("device done", "app") { DeviceDonePage(branding: contoso, appName: $0, outcome: .approved) },
    Specimen("device declined", "app") { DeviceDonePage(branding: contoso, appName: $0, outcome: .declined) },
  ]

  static let endings: [Specimen] = [
    Specimen("error", "message") { ErrorPage(branding: contoso, code: 50011, message: $0, details: details) },
    Specimen("error", "request id") {
      var details = details
      details.requestID = $0
      return ErrorPage(code: 90002, message: "m", details: details)
    },
    Specimen("error", "correlation id") {
      var details = details
      details.correlationID = $0
      return ErrorPage(code: 90002, message: "m", details: details)
    },
    Specimen("error", "timestamp") {
      var details = details
      details.timestamp = $0
      return ErrorPage(code: 90002, message: "m", details: details)
    },
    Specimen("error", "meaning") {
      ErrorPage(code: 90002, message: "m", details: details, explanation: Explanation(meaning: $0))
    },
    Specimen("error", "remedy") {
      ErrorPage(code: 90002, message: "m", details: details, explanation: Explanation(meaning: "m", remedy: $0))
    },
    Specimen("error", "path") {
      ErrorPage(code: 90002, message: "m", details: details, explanation: Explanation(meaning: "m", path: $0))
    },
    Specimen("signed out", "user name") { SignedOutPage(branding: contoso, userName: $0) },
    Specimen("signed out", "frame") { SignedOutPage(branding: contoso, frames: ["https://a.test/", $0]) },
    Specimen("signed out", "redirect") { SignedOutPage(branding: contoso, redirect: $0) },
    Specimen("form_post", "action") { FormPostPage(action: $0, parameters: [(name: "code", value: "c")]) },
    Specimen("form_post", "name") { FormPostPage(action: "/", parameters: [(name: $0, value: "c")]) },
    Specimen("form_post", "value") { FormPostPage(action: "/", parameters: [(name: "state", value: $0)]) },
    Specimen("out of band", "query") { OutOfBandPage(branding: contoso, query: $0) },
  ]
}
