import Expectations
import Testing

@testable import Pages

/// The names that scripts and servers know pages by, one row a name.
struct PageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let exhibit: String, element: String, id: String?, attributes: [String: String]

    var testDescription: String { "\(exhibit): \(id ?? element)" }

    init(_ exhibit: String, _ element: String, id: String? = nil, _ attributes: [String: String] = [:]) {
      self.exhibit = exhibit
      self.element = element
      self.id = id
      self.attributes = attributes
    }
  }

  @Test(arguments: [
    Case("sign-in", "input", id: "i0116", ["name": "loginfmt", "type": "email", "autocomplete": "username"]),
    Case("sign-in", "input", id: "idSIButton9", ["value": "Next"]),
    Case("sign-in", "button", id: "idBtn_Back", ["name": "action", "value": "cancel"]),
    Case("sign-in-fault", "input", id: "i0116", ["value": "alicia@contoso.onmicrosoft.com", "aria-invalid": "true"]),
    Case("password", "input", id: "i0118", ["name": "passwd", "type": "password", "autocomplete": "current-password"]),
    Case("password", "input", id: "i0116", ["name": "loginfmt", "value": Specimen.upn, "type": "hidden"]),
    Case("password", "input", id: "idSIButton9", ["value": "Sign in"]),
    Case("password", "button", id: "idBtn_Back", ["name": "action", "value": "back"]),
    Case("picker", "button", ["name": "account", "value": "0", "data-test-id": Specimen.upn]),
    Case("picker", "button", id: "otherTile", ["name": "action", "value": "other"]),
    Case("picker-sign-out", "button", ["name": "account", "value": "1"]),
    Case(
      "mfa", "input", id: "idTxtBx_SAOTCC_OTC",
      ["name": "otc", "autocomplete": "one-time-code", "inputmode": "numeric"]),
    Case("mfa-registration", "input", id: "idSubmit_ProofUp_Redirect", ["value": "Next"]),
    Case("mfa", "input", id: "idSubmit_SAOTCC_Continue", ["value": "Verify"]),
    Case(
      "change-password", "input", id: "currentPassword",
      ["name": "currentPassword", "autocomplete": "current-password"]),
    Case("change-password", "input", id: "newPassword", ["name": "newPassword", "autocomplete": "new-password"]),
    Case("change-password", "input", id: "confirmNewPassword", ["name": "confirmNewPassword", "autofocus": ""]),
    Case("stay-signed-in", "input", id: "idSIButton9", ["value": "Yes"]),
    Case("stay-signed-in", "input", id: "idBtn_Back", ["name": "no", "value": "No"]),
    Case("stay-signed-in", "input", id: "KmsiCheckboxField", ["name": "DontShowAgain", "value": "true"]),
    Case("consent", "input", id: "idSIButton9", ["value": "Accept"]),
    Case("consent", "button", id: "idBtn_Back", ["value": "decline"]),
    Case("consent", "input", ["name": ConsentPage.organizationFieldName, "type": "checkbox"]),
    Case("approval-needed", "button", ["name": "action", "value": "administrator"]),
    Case("approval-needed", "button", id: "idBtn_Back", ["value": "cancel"]),
    Case("approval-request", "textarea", ["name": AdminApprovalPage.justificationFieldName]),
    Case("approval-request", "input", id: "idSIButton9", ["value": "Request approval"]),
    Case("approval-requested", "button", id: "idBtn_Back", ["value": "cancel"]),
    Case("confirm-device", "input", id: "idSIButton9", ["value": "Continue"]),
    Case("confirm-scheme", "button", id: "idBtn_Back", ["value": "cancel"]),
    Case("device-code", "input", ["name": "otc", "autocomplete": "off"]),
    Case("blocked", "button", ["name": "action", "value": "other"]),
    Case("signed-out", "iframe", ["src": "http://localhost:4200/signout?sid=1&iss=2", "hidden": ""]),
    Case("signed-out", "meta", ["http-equiv": "refresh", "content": "5;url=http://localhost:4200/?state=1&x='2'"]),
    Case("form-post", "form", ["method": "POST", "name": "hiddenform", "action": "https://app.example/callback"]),
    Case("form-post", "input", ["type": "hidden", "name": "state", "value": "a\"b\r\nc"]),
  ])
  func has(_ c: Case) throws {
    let exhibit = try #require(Exhibit.all.first { $0.name == c.exhibit })
    let document = try Document(exhibit.page)
    #expect(
      document.tags.contains { tag in
        tag.name == c.element && (c.id == nil || tag["id"] == c.id)
          && c.attributes.allSatisfy { tag[$0.key] == $0.value }
      })
  }

  @Test(arguments: [
    ("sign-in", "Cancel without an app to return to", "idBtn_Back", false),
    ("picker-sign-out", "another account to sign out of", "otherTile", true),
    ("approval-needed", "a main button", "idSIButton9", true),
    ("consent-admin", "the organization box", "organization", true),
  ])
  func leavesOut(_ name: String, _ what: String, _ id: String, _ asExhibited: Bool) throws {
    let exhibit = try #require(Exhibit.all.first { $0.name == name })
    let page = asExhibited ? exhibit.page : SignInPage(branding: Branding(), form: Specimen.form)
    try expectNil(Document(page).element(id: id))
  }

  @Test(arguments: [
    ("password-fault", "\"sErrorCode\":\"50126\""),
    ("password-fault", "\"strServiceExceptionMessage\":\"Your account or password is incorrect.\""),
    ("password-reset", "\"strServiceExceptionMessage\":\"Your password is incorrect, reset it now.\""),
    ("mfa", "\"sErrorCode\":\"\",\"sErrTxt\":\"\",\"arrValErrs\":[]"),
    ("error", "\"sErrorCode\":\"50011\",\"sErrTxt\":\"\",\"arrValErrs\":[\"50011\"]"),
    ("error", "\"iErrorCode\":50011,\"strMainMessage\":\"Sorry"),
    ("error", "\"strServiceExceptionMessage\":\"AADSTS50011: The redirect URI \\u0027https:"),
    ("sign-in", "\"sErrorCode\":\"50058\""),
    ("blocked", "\"sErrorCode\":\"53003\""),
  ])
  func tellsScriptsTheError(_ name: String, _ expected: String) throws {
    let exhibit = try #require(Exhibit.all.first { $0.name == name })
    try expectEqual(Document(exhibit.page).element(id: "config")?.text.contains(expected), true)
  }

  @Test func errorPageShowsWhatTheServiceShows() throws {
    let text = try Document(#require(Exhibit.all.first { $0.name == "error" }).page).text
    for part in [
      "Sign in", "Sorry, but we’re having trouble signing you in.", "AADSTS50011: The redirect URI", "Request Id:",
      Specimen.details.requestID, "Correlation Id", Specimen.details.correlationID, "Timestamp",
      Specimen.details.timestamp, "Message", "Explain AADSTS50011",
    ] { #expect(text.contains(part)) }
  }

  @Test func outOfBandTitleIsTheAnswer() throws {
    let page = OutOfBandPage(branding: Branding(), query: "code=a&state=b")
    try expectEqual(Document(page).all("title").first?.text, "code=a&state=b")
  }

  @Test(arguments: [(-1, "0"), (0, "0"), (5, "5"), (60, "5")]) func signedOutPageStaysFiveSecondsAtMost(
    _ asked: Int, _ shown: String
  ) throws {
    let page = SignedOutPage(branding: Branding(), redirect: "https://a.test/", delaySeconds: asked)
    try expectEqual(
      Document(page).tags.first { $0["http-equiv"] == "refresh" }?["content"], "\(shown);url=https://a.test/")
  }

  @Test(arguments: [
    (ContentSecurityPolicy.standard, ""),
    (ContentSecurityPolicy.framingApps, "; frame-src http: https:"),
  ])
  func policy(_ policy: ContentSecurityPolicy, _ end: String) {
    expectEqual(
      policy.description,
      "default-src 'none'; style-src '\(Stylesheet.hash)'; img-src data:; base-uri 'none'; "
        + "frame-ancestors 'none'" + end)
  }
}
