import Bytes
import Directory
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// What the error pages of authorize carry.
extension AuthorizeRefusalTests {
  @Test func errorPagesCarryTheServicesHeaderFields() throws {
    let answer = try TestWorld().send("GET", AuthorizeQuery(.web, [("client_id", nil)]).target)
    for (name, value) in [
      ("Cache-Control", "no-store, no-cache"), ("Pragma", "no-cache"), ("Expires", "-1"),
      ("Content-Type", "text/html; charset=utf-8"), ("X-Frame-Options", "DENY"),
      ("X-Content-Type-Options", "nosniff"),
      ("P3P", "CP=\"DSP CUR OTPi IND OTRi ONL FIN\""), ("Referrer-Policy", "strict-origin-when-cross-origin"),
      ("X-XSS-Protection", "0"), ("x-ms-request-id", "\(answer.exchange.traceID)"), ("x-ms-error-code", "900144"),
    ] { expectEqual(answer.fields[name], value, "\(name)") }
    #expect(answer.text.contains("AADSTS900144"))
    #expect(answer.text.contains("\(answer.exchange.correlationID)"))
    #expect(answer.text.contains("2026-01-31T10:20:30Z"))
    // These say nothing (observed 2026-08); no session begins.
    expectEqual(
      Set(answer.fields.all("Set-Cookie").map { $0.prefix { $0 != "=" && $0 != "-" } }),
      ["buid", "esctx", "fpc", "stsservicecookie", "x"])
  }

  @Test func errorPagesKeepTheClientsCorrelation() throws {
    let id = "6a8f6c0d-5a4c-4b8e-8f57-0d6f8a2b9e11"
    let answer = try TestWorld().send(
      "GET", AuthorizeQuery(.web, [("client_id", nil), ("client-request-id", id)]).target)
    #expect(answer.text.contains(id))
    let redirect = try TestWorld().send(
      "GET", AuthorizeQuery(.web, [("scope", nil), ("client-request-id", id)]).target)
    #expect(redirect.delivered?["error_description"]?.contains("Correlation ID: \(id) ") ?? false)
  }

  @Test func duplicatesComeFirst() throws {
    let answer = try TestWorld().send(
      "GET", "/undefined/oauth2/v2.0/authorize?a=1&a=2&" + String(repeating: "x", count: 9_000))
    expectEqual(answer.pageCode, 9_000_411)
  }
}
