import Testing

@testable import Pages

/// Every page as a visitor may meet it, by a name that serves as file name.
struct Exhibit: Sendable, CustomTestStringConvertible {
  var name: String
  var page: any Page

  var testDescription: String { name }

  init(_ name: String, _ page: any Page) {
    self.name = name
    self.page = page
  }

  private static let contoso = Specimen.contoso
  private static let form = Specimen.form
  private static let upn = Specimen.upn
  private static let bob = AccountPickerPage.Tile(
    key: "1", displayName: "Bob Baker", userPrincipalName: "bob@contoso.onmicrosoft.com", isSignedIn: false)
  private static let permissions = [
    Specimen.permission,
    ConsentPage.Permission(
      displayName: "Sign you in and read your profile",
      detail: "You can sign in to the app with your account, and it can read your profile.", value: "User.Read"),
    ConsentPage.Permission(
      displayName: "Keep access to what you have given it access to",
      detail: "The app can go on using these permissions while you are not using it.", value: "offline_access"),
  ]
  private static let redirectMismatch =
    "The redirect URI 'https://app.example/callback' specified in the request does not match the redirect URIs configured"
    + " for the application '11111111-2222-3333-4444-555555555555'."

  /// After a wrong password of a user who can set a new one, and after that was done.
  private static let resettable = {
    let fault = PageFault(
      code: 50126, message: "Your password is incorrect,", way: PageFault.Way("reset it now", .resetPassword))
    var page = PasswordPage(branding: contoso, form: form, userName: upn, fault: fault)
    page.canReset = true
    page.notice = "Your password has been reset."
    return page
  }()

  static let all: [Exhibit] = [
    Exhibit("sign-in", SignInPage(branding: contoso, form: form, canCancel: true)),
    Exhibit(
      "sign-in-fault",
      SignInPage(
        branding: contoso, form: form, userName: "alicia@contoso.onmicrosoft.com",
        fault: PageFault(code: 50034, message: "We couldn't find an account with that username."), canCancel: true)),
    Exhibit(
      "sign-in-who-is-here",
      {
        var page = SignInPage(branding: contoso, form: form, canCancel: true)
        page.people = [
          SignInPage.Person(displayName: "Alice Archer", userPrincipalName: upn),
          SignInPage.Person(displayName: "Bob Baker", userPrincipalName: "bob@contoso.onmicrosoft.com"),
        ]
        page.hasMorePeople = true
        return page
      }()),
    Exhibit(
      "welcome",
      WelcomePage(
        authority: "https://localhost:8443/{tenant}",
        discovery: "https://localhost:8443/common/v2.0/.well-known/openid-configuration",
        graph: "https://localhost:8443/v1.0/me", consolePath: "/_mockidp/")),
    Exhibit("sign-in-plain", SignInPage(branding: Branding(), form: form)),
    Exhibit("password", PasswordPage(branding: contoso, form: form, userName: upn)),
    Exhibit("password-known", PasswordPage(branding: contoso, form: form, userName: upn, offersOtherAccount: true)),
    Exhibit(
      "password-fault",
      PasswordPage(
        branding: contoso, form: form, userName: upn,
        fault: PageFault(code: 50126, message: "Your account or password is incorrect."))),
    Exhibit("password-reset", resettable),
    Exhibit(
      "picker", AccountPickerPage(branding: contoso, form: form, tiles: [Specimen.tile, bob], canCancel: true)),
    Exhibit(
      "picker-sign-out",
      AccountPickerPage(branding: contoso, form: form, purpose: .signOut, tiles: [Specimen.tile, bob])),
    Exhibit(
      "mfa",
      MFAPage(
        branding: contoso, form: form, userName: upn, method: "Text message to +1 ••••••••55", shownCode: "123456")),
    Exhibit(
      "mfa-fault",
      MFAPage(
        branding: contoso, form: form, userName: upn, method: "Authenticator app",
        fault: PageFault(code: 500121, message: "That code is not right. Check it and try again."))),
    Exhibit(
      "mfa-registration",
      MFARegistrationPage(
        branding: contoso, form: form, userName: upn, methods: ["Authenticator app", "Text message to +1 ••••••••55"])),
    Exhibit(
      "change-password",
      ChangePasswordPage(
        branding: contoso, form: form, userName: upn, reason: .expired,
        faults: [.confirmation: PageFault(message: "The two new passwords differ.")])),
    Exhibit(
      "reset-password",
      ChangePasswordPage(
        branding: contoso, form: form, userName: upn, reason: .forgotten(code: "123456"),
        faults: [.code: PageFault(code: 500121, message: "That code is not right. Check it and try again.")])),
    Exhibit("stay-signed-in", StaySignedInPage(branding: contoso, form: form, userName: upn)),
    Exhibit(
      "blocked",
      ConditionalAccessBlockPage(
        branding: contoso, code: 53003, details: Specimen.details(app: "Contoso Mobile"),
        explanation: Explanation(
          meaning: "A policy of this tenant with the effect \u{201C}block\u{201D} matches this sign-in.",
          remedy: "Take the policy out of the scenario, or sign in as a user it leaves out.",
          path: "/_mockidp/explain/AADSTS53003"),
        form: form)),
    Exhibit(
      "consent",
      ConsentPage(
        branding: contoso, form: form, userName: upn, appName: "Contoso Mobile", publisher: "contoso.onmicrosoft.com",
        audience: .userOrOrganization, permissions: permissions)),
    Exhibit(
      "consent-admin",
      ConsentPage(
        branding: contoso, form: form, userName: "admin@contoso.onmicrosoft.com", appName: "Contoso Daemon",
        audience: .organization, permissions: permissions)),
    Exhibit(
      "approval-needed",
      AdminApprovalPage(branding: contoso, form: form, userName: upn, appName: "Contoso Mobile", stage: .needed)),
    Exhibit(
      "approval-request",
      AdminApprovalPage(
        branding: contoso, form: form, userName: upn, appName: "Contoso Mobile",
        stage: .request(fault: PageFault(message: "Say why you need this app.")))),
    Exhibit(
      "approval-requested",
      AdminApprovalPage(branding: contoso, form: form, userName: upn, appName: "Contoso Mobile", stage: .requested)),
    Exhibit(
      "confirm-device",
      ConfirmPage(branding: contoso, form: form, userName: upn, appName: "Azure CLI", destination: .device)),
    Exhibit(
      "confirm-scheme",
      ConfirmPage(
        branding: contoso, form: form, userName: upn, appName: "Contoso Mobile",
        destination: .app(scheme: "msauth.com.example.mobile"))),
    Exhibit("device-code", DeviceCodePage(branding: contoso, form: form)),
    Exhibit(
      "device-code-fault",
      DeviceCodePage(
        branding: Branding(), form: form, userCode: "FRWQDE7YX",
        fault: PageFault(code: 90119, message: "That code didn't work. Check it and try again."))),
    Exhibit("device-done", DeviceDonePage(branding: contoso, appName: "Azure CLI", outcome: .approved)),
    Exhibit("device-declined", DeviceDonePage(branding: contoso, appName: "Azure CLI", outcome: .declined)),
    Exhibit(
      "error",
      ErrorPage(
        branding: contoso, code: 50011, message: redirectMismatch, details: Specimen.details,
        explanation: Explanation(
          meaning: "The app asked for an answer at an address that its registration does not list.",
          remedy: "Add the address to the app's redirect URIs, exactly as it is sent.",
          path: "/_mockidp/explain/AADSTS50011"))),
    Exhibit(
      "error-plain",
      ErrorPage(
        code: 900144, message: "The request body must contain the following parameter: 'client_id'.",
        details: Specimen.details)),
    Exhibit(
      "signed-out",
      SignedOutPage(
        branding: contoso, userName: upn, frames: ["http://localhost:4200/signout?sid=1&iss=2"],
        redirect: "http://localhost:4200/?state=1&x='2'", delaySeconds: 5)),
    Exhibit("signed-out-plain", SignedOutPage(branding: Branding())),
    Exhibit(
      "form-post",
      FormPostPage(
        action: "https://app.example/callback",
        parameters: [(name: "code", value: "1.AbC"), (name: "state", value: "a\"b\r\nc")])),
    Exhibit("native-client", NativeClientPage()),
    Exhibit("out-of-band", OutOfBandPage(branding: contoso, query: "code=1.AbC&state=x")),
  ]
}
