import Expectations
import JSON
import Testing

@testable import Policy

/// The answer of a custom claims provider: what the service takes, and the code of its log for what it does not.
struct ProvidedClaimsTests {
  static func answer(_ claims: String, data: String = "microsoft.graph.onTokenIssuanceStartResponseData") -> String {
    """
    {"data":{"@odata.type":"\(data)","actions":[
    {"@odata.type":"microsoft.graph.tokenIssuanceStart.provideClaimsForToken","claims":\(claims)}]}}
    """
  }

  static func read(_ body: String, status: Int = 200, type: String? = "application/json") throws(ClaimsProviderFault)
    -> JSONObject
  { try ProvidedClaims.read(status: status, contentType: type, body: Array(body.utf8)) }

  @Test(arguments: [
    (answer(#"{"a":"1","b":["x","y"]}"#), "application/json"),
    (answer(#"{"a":"1"}"#), "Application/JSON; charset=utf-8"),
    (answer("{}"), "application/json"),
    (answer(#"{"a":"1"}"#).replacing("@odata.type", with: "@odata.Type"), "application/json"),
    (answer(#"{"a":"1"}"#, data: "#microsoft.graph.onTokenIssuanceStartResponseData"), "application/json"),
  ])
  func areTaken(_ body: String, _ type: String) throws {
    let claims = try Self.read(body, type: type)
    expectEqual(claims["a"], body.contains(#""a""#) ? "1" : nil)
    expectEqual(claims["b"], (body.contains(#""b""#) ? ["x", "y"] : nil))
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: ClaimsProviderFault.Code
    var body = answer(#"{"a":"1"}"#)
    var status = 200
    var type: String? = "application/json"
  }

  @Test(arguments: [
    Row(testDescription: "another status", code: .invalidHTTPStatus, status: 500),
    Row(testDescription: "a redirect", code: .invalidHTTPStatus, status: 302),
    Row(testDescription: "created", code: .invalidHTTPStatus, status: 201),
    Row(testDescription: "a page", code: .invalidResponseContentType, type: "text/html"),
    Row(testDescription: "no type", code: .invalidResponseContentType, type: nil),
    Row(testDescription: "nothing", code: .emptyResponse, body: ""),
    Row(testDescription: "no JSON", code: .invalidResponseBody, body: "<html>"),
    Row(testDescription: "no data", code: .invalidResponseBody, body: "{}"),
    Row(
      testDescription: "another event's data", code: .invalidResponseBody,
      body: answer("{}", data: "microsoft.graph.onOtpSendResponseData")),
    Row(
      testDescription: "no action", code: .invalidNumberOfActions,
      body: #"{"data":{"@odata.type":"microsoft.graph.onTokenIssuanceStartResponseData","actions":[]}}"#),
    Row(
      testDescription: "another action", code: .invalidActionType,
      body: answer("{}").replacing("provideClaimsForToken", with: "showBlockPage")),
    Row(testDescription: "null claims", code: .nullClaims, body: answer("null")),
    Row(testDescription: "a list of claims", code: .invalidResponseBody, body: answer("[]")),
    Row(testDescription: "a number", code: .invalidResponseBody, body: answer(#"{"a":1}"#)),
    Row(testDescription: "a boolean", code: .invalidResponseBody, body: answer(#"{"a":true}"#)),
    Row(testDescription: "an object", code: .invalidResponseBody, body: answer(#"{"a":{"b":"c"}}"#)),
    Row(testDescription: "a list of numbers", code: .invalidResponseBody, body: answer(#"{"a":[1]}"#)),
    Row(testDescription: "an empty name", code: .emptyClaimKey, body: answer(#"{"":"x"}"#)),
    Row(
      testDescription: "more than 3 KB", code: .responseClaimsSizeExceeded,
      body: answer(#"{"a":"\#(String(repeating: "x", count: 3_072))"}"#)),
  ])
  func areRefusedWithTheServicesCode(_ row: Row) {
    let fault = #expect(throws: ClaimsProviderFault.self) {
      try Self.read(row.body, status: row.status, type: row.type)
    }
    expectEqual(fault?.code, row.code, "\(fault?.description ?? "")")
  }

  @Test func threeKilobytesAreTheMost() throws {
    try expectEqual(Self.read(Self.answer(#"{"a":"\#(String(repeating: "x", count: 3_071))"}"#)).names, ["a"])
  }
}
