import HTTPWire
import JSON

/// A service of Azure as its clients see it before they have a token: what the refusal says, and whose tokens it takes.
package struct GuardedService: Sendable {
  /// The name on the command line: `key-vault`.
  package let name: String
  /// The resource that a token has to be for.
  package let resource: String
  /// Further audiences; `{host}` stands for the host that the client called.
  let audiences: [String]
  /// The value of `WWW-Authenticate`; `{authority}` and `{tenant}` are filled in. Empty for a service that sends none.
  let challenge: String
  /// The body of the refusal, with `{message}`.
  let body: String
  let contentType: String
  /// Further fields of the refusal.
  let fields: HTTPFields
  /// What the service says to a request without a token.
  let missing: String
  /// What it says to a token that does not pass.
  let wrong: String
  var scheme = Scheme.bearer
  /// How `Authorization` begins when it has the proof by a key that the service takes beside tokens. Empty for a service that has no keys.
  var keyProofs: [String] = []
  /// Whether a signature in the address (`sig`) is a proof too.
  var takesSignedAddresses = false

  /// How a client shows its token.
  enum Scheme: Sendable, Hashable {
    case bearer
    /// `type=aad&ver=1.0&sig=TOKEN`, percent-encoded, as the clients of Cosmos DB do.
    case cosmos
  }

  /// Every service that the guard knows.
  package static let all: [GuardedService] = [
    GuardedService(
      name: "key-vault", resource: "https://vault.azure.net", audiences: ["cfa8b339-82a2-471a-a3c9-0fc0be7a4093"],
      challenge: "Bearer authorization=\"{authority}/{tenant}\", resource=\"https://vault.azure.net\"",
      body: "{\"error\":{\"code\":\"Unauthorized\",\"message\":\"{message}\"}}", contentType: json, fields: [:],
      missing: "Request is missing a Bearer or PoP token.", wrong: "Error validating token: {reason}."),
    GuardedService(
      name: "managed-hsm", resource: "https://managedhsm.azure.net", audiences: [],
      challenge: "Bearer authorization=\"{authority}/{tenant}\", resource=\"https://managedhsm.azure.net\"",
      body: "{\"error\":{\"code\":\"Unauthorized\",\"message\":\"{message}\"}}", contentType: json, fields: [:],
      missing: "Request is missing a Bearer or PoP token.", wrong: "Error validating token: {reason}."),
    GuardedService(
      name: "storage", resource: "https://storage.azure.com",
      audiences: ["e406a681-f3d4-42a8-90b6-c2b029497af1", "https://{host}"],
      challenge: "Bearer authorization_uri={authority}/{tenant}/oauth2/authorize resource_id=https://storage.azure.com",
      body:
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>InvalidAuthenticationInfo</Code><Message>{message}</Message></Error>",
      contentType: "application/xml", fields: ["x-ms-error-code": "InvalidAuthenticationInfo"],
      missing:
        "Server failed to authenticate the request. Please refer to the information in the www-authenticate header.",
      wrong:
        "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature. {reason}.",
      keyProofs: ["SharedKey ", "SharedKeyLite "], takesSignedAddresses: true),
    GuardedService(
      name: "resource-manager", resource: "https://management.azure.com",
      audiences: ["https://management.core.windows.net"],
      challenge:
        "Bearer authorization_uri=\"{authority}/{tenant}\", error=\"invalid_token\", error_description=\"The authentication failed because of missing 'Authorization' header.\"",
      body: "{\"error\":{\"code\":\"AuthenticationFailed\",\"message\":\"{message}\"}}", contentType: json, fields: [:],
      missing: "Authentication failed. The 'Authorization' header is missing.",
      wrong: "Authentication failed. {reason}."),
    GuardedService(
      name: "app-configuration", resource: "https://azconfig.io",
      audiences: ["https://appconfig.azure.com", "35ffadb3-7fc1-497e-b61b-381d28e744cc", "https://{host}"],
      challenge: "HMAC-SHA256, Bearer",
      body:
        "{\"type\":\"https://azconfig.io/errors/unauthorized\",\"title\":\"Unauthorized\",\"detail\":\"{message}\",\"status\":401}",
      contentType: "application/problem+json; charset=utf-8", fields: [:],
      missing: "The request has no token.", wrong: "{reason}.", keyProofs: ["HMAC-SHA256 "]),
    GuardedService(
      name: "cosmos", resource: "https://cosmos.azure.com",
      audiences: ["a232010e-820c-4083-83bb-3ace5fc29d0b", "https://{host}"], challenge: "",
      body: "{\"code\":\"Unauthorized\",\"message\":\"{message}\"}", contentType: json, fields: [:],
      missing: "Required Header authorization is missing. Ensure a valid Authorization token is passed.",
      wrong: "Request blocked by Auth: {reason}.", scheme: .cosmos, keyProofs: ["type=master&", "type=resource&"]),
  ]

  private static let json = "application/json; charset=utf-8"

  /// The service of that name; nil when there is none.
  package static func named(_ name: String) -> GuardedService? { all.first { $0.name == name } }
}
