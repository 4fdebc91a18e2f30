import Expectations
import Policy
import Testing

/// Answers of the real token endpoint, recorded on 2026-08-13 and published as test data of calvinchengx/entra-emulator
/// (Apache-2.0); ids, tokens and times are replaced by `{…}`.
@Suite("Recorded answers") struct CaptureTests {
  struct Capture: CustomTestStringConvertible {
    let refusal: Refusal
    let status: Int
    let error: String
    let description: String
    let code: Int
    let errorURI: String?
    let testDescription: String
  }

  @Test(
    "are what the catalogue says",
    arguments: [
      Capture(
        refusal: .invalidClientSecret(clientID: "{daemon-app-id}"), status: 401, error: "invalid_client",
        description: """
          AADSTS7000215: Invalid client secret provided. Ensure the secret being sent in the request is the client secret \
          value, not the client secret ID, for a secret added to app '{daemon-app-id}'. Trace ID: {guid} Correlation ID: \
          {guid} Timestamp: {timestamp}
          """, code: 7000215, errorURI: "https://login.microsoftonline.com/error?code=7000215",
        testDescription: "wrong secret"),
      Capture(
        refusal: .resourceNotFound("api://not-a-registered-resource", tenant: "{tenant-id}"), status: 400,
        error: "invalid_resource",
        description: """
          AADSTS500011: The resource principal named api://not-a-registered-resource was not found in the tenant named \
          {tenant-id}. This can happen if the application has not been installed by the administrator of the tenant or \
          consented to by any user in the tenant. You might have sent your authentication request to the wrong tenant. \
          Trace ID: {guid} Correlation ID: {guid} Timestamp: {timestamp}
          """, code: 500011, errorURI: "https://login.microsoftonline.com/error?code=500011",
        testDescription: "unknown resource"),
      Capture(
        refusal: .notAnApplicationIdentifier("{guid}"), status: 400, error: "unauthorized_client",
        description: """
          AADSTS700038: {guid} is not a valid application identifier. Trace ID: {guid} Correlation ID: {guid} Timestamp: \
          {timestamp}
          """, code: 700038, errorURI: nil, testDescription: "client id that no tenant knows"),
      Capture(
        refusal: .unsupportedGrantType("no_such_grant"), status: 400, error: "unsupported_grant_type",
        description: """
          AADSTS70003: The app requested an unsupported grant type 'no_such_grant'. Trace ID: {guid} Correlation ID: \
          {guid} Timestamp: {timestamp}
          """, code: 70003, errorURI: nil, testDescription: "unknown grant type"),
    ])
  func equal(_ c: Capture) {
    let suffix = " Trace ID: {guid} Correlation ID: {guid} Timestamp: {timestamp}"
    expectEqual(c.refusal.description + suffix, c.description)
    expectEqual(c.refusal.error.rawValue, c.error)
    expectEqual(c.refusal.status, c.status)
    expectEqual(c.refusal.code, c.code)
    #expect(c.refusal.suberror == nil && c.refusal.claims == nil)
    let uri = c.refusal.hasErrorURI ? "https://login.microsoftonline.com/error?code=\(c.refusal.code)" : nil
    expectEqual(uri, c.errorURI)
  }
}
