import Bytes
import Expectations
import HTTPClient
import HTTPWire
import JSON
import TestSupport
import Testing

/// An answer of the token endpoint, read the way the strictest of the client libraries read it.
struct TokenAnswer {
  let body: JSONValue

  /// Every rule that some library insists on for a user's tokens.
  init(_ answer: HTTPClientResponse, requested scope: String) throws {
    try #require(answer.status == 200, "\(answer.text)")
    #expect(answer.fields["Content-Type"]?.hasPrefix("application/json") ?? false)
    body = try JSONValue.parse(answer.body)
    let object = try #require(body.object)
    for member in object.members { #expect(member.value != .null, "\(member.name)") }
    #expect(body["error"] == nil && body["error_description"] == nil && body["suberror"] == nil)
    expectEqual(body["token_type"], "Bearer")
    #expect((body["access_token"]?.string ?? "") != "")
    for name in ["expires_in", "ext_expires_in"] { expectNotNil(body[name]?.integer, "\(name)") }
    for name in ["refresh_in", "refresh_token_expires_in"] where body[name] != nil {
      expectNotNil(body[name]?.integer, "\(name)")
    }
    #expect((body["refresh_token"]?.string ?? "") != "")
    try checkScopes(scope)
    _ = try home()
    try checkIDToken()
  }

  subscript(_ name: String) -> String? { body[name]?.string }

  /// Declined scopes are an error to iOS and Go; they compare without case, and forgive what is not a permission.
  private func checkScopes(_ requested: String) throws {
    let granted = Set(try #require(self["scope"]).split(separator: " ").map { ASCII.lowercased($0) })
    for scope in requested.split(separator: " ") where !["offline_access", "email"].contains(scope) {
      #expect(granted.contains(ASCII.lowercased(scope)), "\(scope) in \(granted)")
    }
  }

  /// `uid.utid`, the home account id; padding is refused by Go.
  func home() throws -> String {
    let text = try #require(self["client_info"])
    #expect(!text.contains("="))
    let info = try JSONValue.parse(try #require(Base64.decode(text)))
    let uid = try #require(info["uid"]?.string)
    let utid = try #require(info["utid"]?.string)
    #expect(!uid.isEmpty && !utid.isEmpty)
    return "\(uid).\(utid)"
  }

  var claims: JSONObject { get throws { try body.claims("id_token") } }

  private func checkIDToken() throws {
    let segments = try #require(self["id_token"]).split(separator: ".", omittingEmptySubsequences: false)
    expectEqual(segments.count, 3)
    for segment in segments {
      #expect(!segment.contains("="))
      // iOS parses every segment that is text as JSON, so a signature must not be text.
      let bytes = try #require(Base64.decode(segment))
      if let text = String(validating: bytes, as: UTF8.self) {
        #expect(throws: Never.self) { try JSONValue.parse(text) }
      }
    }
    let claims = try self.claims
    expectEqual(claims["ver"], "2.0")
    for name in ["iss", "aud", "sub", "oid", "tid", "preferred_username"] {
      #expect((claims[name]?.string ?? "") != "", "\(name)")
    }
    for name in ["exp", "iat", "nbf"] { expectNotNil(claims[name]?.integer, "\(name)") }
  }
}

/// A refusal of the token endpoint with every member that some library reads.
struct TokenError {
  let body: JSONValue

  init(_ answer: HTTPClientResponse) throws {
    expectEqual(answer.status, 400)
    #expect(answer.fields["Content-Type"]?.hasPrefix("application/json") ?? false)
    expectNil(answer.fields["WWW-Authenticate"])
    body = try JSONValue.parse(answer.body)
    for name in ["error", "error_description", "timestamp", "trace_id", "correlation_id"] {
      expectNotNil(body[name]?.string, "\(name)")
    }
    let codes = try #require(body["error_codes"]?.array)
    #expect(!codes.isEmpty && codes.allSatisfy { $0.integer != nil })
    #expect(body["error_description"]?.string?.hasPrefix("AADSTS\(codes.first?.integer ?? 0): ") ?? false)
    for name in ["suberror", "claims"] where body[name] != nil { expectNotNil(body[name]?.string, "\(name)") }
  }

  var error: String? { body["error"]?.string }
  var suberror: String? { body["suberror"]?.string }
  var code: Int? { body["error_codes"]?.array?.first?.integer.map { Int($0) } }
  var claims: String? { body["claims"]?.string }
}
