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

  /// The same with what a page of Conditional Access tells besides.
  static func details(app: String) -> ErrorDetails {
    var details = details
    details.sights = [
      .init("App name", app), .init("App id", "30b11e00-0000-4000-8000-000000000001"), .init("IP address", "127.0.0.1"),
      .init("Device identifier", "Not available"), .init("Device platform", "Windows"),
      .init("Device state", "Unregistered"),
    ]
    return details
  }

  static let tile = AccountPickerPage.Tile(
    key: "0", displayName: "Alice Example", userPrincipalName: upn, isSignedIn: true)
  static let permission = ConsentPage.Permission(
    displayName: "Read your mail", detail: "The app can read the mail in your mailbox.", value: "Mail.Read")

  /// Every input of every page.
  static let all = signIn + interruptions + consent + device + endings
}
