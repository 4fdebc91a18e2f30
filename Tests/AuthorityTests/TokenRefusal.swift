import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// One way to be refused by the token endpoint, and what the answer then is.
struct TokenRefusal: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let code: Int
  let error: String
  let status: Int
  let suberror: String?
  let hasErrorURI: Bool
  /// What the text after the number begins with.
  let message: String
  let ask: @Sendable (TestWorld) throws -> TestAnswer

  init(
    _ description: String, _ code: Int, _ error: String, status: Int = 400, suberror: String? = nil, uri: Bool = true,
    _ message: String = "", _ ask: @escaping @Sendable (TestWorld) throws -> TestAnswer
  ) {
    testDescription = description
    self.code = code
    self.error = error
    self.status = status
    self.suberror = suberror
    hasErrorURI = uri
    self.message = message
    self.ask = ask
  }

  /// Holds an answer against this row and against the envelope that all refusals share.
  func expect(_ answer: TestAnswer) throws {
    expectEqual(answer.status, status)
    let body = try answer.json
    expectEqual(body["error"]?.string, error)
    expectEqual(body["error_codes"], [.integer(Int64(code))])
    expectEqual(body["suberror"]?.string, suberror)
    expectEqual(body["error_uri"]?.string, hasErrorURI ? "https://login.microsoftonline.com/error?code=\(code)" : nil)
    let description = body["error_description"]?.string ?? ""
    #expect(description.hasPrefix("AADSTS\(code): \(message)"), "\(description)")
    let trace = body["trace_id"]?.string ?? "?"
    let correlation = body["correlation_id"]?.string ?? "?"
    let timestamp = body["timestamp"]?.string ?? "?"
    #expect(
      description.hasSuffix(" Trace ID: \(trace) Correlation ID: \(correlation) Timestamp: \(timestamp)"),
      "\(description)")
    expectEqual(trace, answer.fields["x-ms-request-id"])
    let order = [
      "error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id", "error_uri", "suberror",
      "claims", "password_change_url", "error_additional_info",
    ]
    let names = try answer.jsonNames
    expectEqual(names, order.filter(names.contains))
    // The client names no library.
    expectNil(answer.fields["x-ms-clitelem"])
    expectEqual(answer.fields["Content-Type"], "application/json; charset=utf-8")
    expectEqual(answer.fields["Cache-Control"], "no-store, no-cache")
    expectNil(answer.fields["WWW-Authenticate"])
    expectEqual(answer.exchange.refusal?.code, code)
    expectEqual(answer.exchange.events.last, .tokenRefused)
  }
}
