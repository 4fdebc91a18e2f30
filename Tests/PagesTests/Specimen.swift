import Testing

@testable import Pages

/// A page with one of its inputs left open: what is put there comes from outside.
struct Specimen: Sendable, CustomTestStringConvertible {
  var page: String
  var input: String
  var make: @Sendable (String) -> any Page

  var testDescription: String { "\(page), \(input)" }

  init(_ page: String, _ input: String, _ make: @escaping @Sendable (String) -> any Page) {
    self.page = page
    self.input = input
    self.make = make
  }

  static let contoso = Branding(tenantName: "Contoso", appName: "Contoso Mobile")
  static let form = PageForm(action: "/contoso/login", hidden: [(name: "ctx", value: "a1b2")])
  static let upn = "alice@contoso.onmicrosoft.com"
  static let details = ErrorDetails(
    requestID: "4f4cb0f8-6b0e-4d55-a2b7-4b8a1b2f0100", correlationID: "67eba14f-5fa4-4785-b88d-d3e7bc4b0d29",
    timestamp: "2026-01-05T09:00:00Z")

  /// Every input of every page.
  static let all: [Specimen] = [
    Specimen("sign-in", "tenant") { SignInPage(branding: Branding(tenantName: $0), form: form) },
    Specimen("sign-in", "app") { SignInPage(branding: Branding(appName: $0), form: form) },
    Specimen("sign-in", "action") { SignInPage(branding: contoso, form: PageForm(action: $0)) },
    Specimen("sign-in", "hidden name") {
      SignInPage(branding: contoso, form: PageForm(action: "/", hidden: [(name: $0, value: "")]))
    },
    Specimen("sign-in", "hidden value") {
      SignInPage(branding: contoso, form: PageForm(action: "/", hidden: [(name: "state", value: $0)]))
    },
    Specimen("sign-in", "user name") { SignInPage(branding: contoso, form: form, userName: $0) },
    Specimen("sign-in", "fault") {
      SignInPage(branding: contoso, form: form, fault: PageFault(code: 50034, message: $0), canCancel: true)
    },
    Specimen("password", "user name") { PasswordPage(branding: contoso, form: form, userName: $0) },
    Specimen("password", "fault") {
      PasswordPage(branding: contoso, form: form, userName: upn, fault: PageFault(code: 50126, message: $0))
    },
    Specimen("error", "message") { ErrorPage(branding: contoso, code: 50011, message: $0, details: details) },
    Specimen("error", "request id") {
      ErrorPage(
        code: 90002, message: "m", details: ErrorDetails(requestID: $0, correlationID: "c", timestamp: "t"))
    },
    Specimen("error", "correlation id") {
      ErrorPage(
        code: 90002, message: "m", details: ErrorDetails(requestID: "r", correlationID: $0, timestamp: "t"))
    },
    Specimen("error", "timestamp") {
      ErrorPage(
        code: 90002, message: "m", details: ErrorDetails(requestID: "r", correlationID: "c", timestamp: $0))
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
    Specimen("form_post", "action") { FormPostPage(action: $0, parameters: [(name: "code", value: "c")]) },
    Specimen("form_post", "name") { FormPostPage(action: "/", parameters: [(name: $0, value: "c")]) },
    Specimen("form_post", "value") { FormPostPage(action: "/", parameters: [(name: "state", value: $0)]) },
  ]
}
