import Expectations
import HTTPWire
import JSON
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("Answer shape") struct AnswerShapeTests {
  private func shaped(_ action: String, body: String = "{}") throws -> (HTTPResponse, Exchange) {
    let test = try TestWorld()
    var exchange = Exchange.sample()
    exchange.shape = try test.perform(action, for: exchange)
    var response = HTTPResponse(status: 200, fields: ["A": "1"], body: Array(body.utf8))
    exchange.shape.apply(to: &response, &exchange)
    return (response, exchange)
  }

  @Test(
    "tells the connection how to carry the answer out",
    arguments: [
      ("resetConnection", Delivery.Manner.reset), ("noAnswer", .silent), ("{ cutBody: 0 }", .cut(afterBodyBytes: 0)),
      ("{ cutBody: 40 }", .cut(afterBodyBytes: 40)),
      ("{ slowBody: 1 }", .slow(bytes: 1, every: .seconds(1))),
      ("{ slowBody: 4 }", .slow(bytes: 1, every: .milliseconds(250))),
      ("{ slowBody: 200 }", .slow(bytes: 20, every: .milliseconds(100))),
      ("[resetConnection, { cutBody: 1 }]", .cut(afterBodyBytes: 1)),
    ])
  func manner(_ action: String, _ manner: Delivery.Manner) throws {
    try expectEqual(shaped(action).0.delivery, Delivery(manner: manner))
  }

  @Test("delays before anything else") func delay() throws {
    try expectEqual(shaped("[{ delay: 2s }, resetConnection]").0.delivery, Delivery(delay: .seconds(2), manner: .reset))
  }

  @Test("leaves an answer alone that no rule is about") func untouched() throws {
    var exchange = Exchange.sample()
    var response = HTTPResponse(status: 200, fields: ["A": "1"], body: Array("text".utf8))
    exchange.shape.apply(to: &response, &exchange)
    expectEqual(response.delivery, .prompt)
    expectEqual(response.body, Array("text".utf8))
    #expect(exchange.reasons.isEmpty)
  }

  @Test("changes members in their order") func members() throws {
    let (response, exchange) = try shaped(
      "{ changeAnswer: { members: { b: [2], c: { d: null } }, without: a } }", body: #"{"a":1,"b":1,"z":0}"#)
    expectEqual(String(decoding: response.body, as: UTF8.self), #"{"b":[2],"z":0,"c":{"d":null}}"#)
    #expect(exchange.reasons.isEmpty)
  }

  @Test(
    "says that the token is used up, and adds nothing to an answer without one",
    arguments: [
      (
        #"{"token_type":"Bearer","expires_in":3599,"ext_expires_in":3599,"refresh_in":1800,"access_token":"a"}"#,
        #"{"token_type":"Bearer","expires_in":0,"ext_expires_in":0,"access_token":"a"}"#
      ), (#"{"expires_in":"3599","access_token":"a"}"#, #"{"expires_in":"0","access_token":"a"}"#),
      (#"{"error":"invalid_grant"}"#, #"{"error":"invalid_grant"}"#),
    ]) func usedUp(_ body: String, _ changed: String) throws
  {
    let (response, _) = try shaped("tokenUsedUp", body: body)
    expectEqual(String(decoding: response.body, as: UTF8.self), changed)
  }

  @Test("changes one thing after another") func several() throws {
    let (response, _) = try shaped(
      "[{ changeAnswer: { status: 404, headers: { a: '2' } } }, { changeAnswer: { status: 410, members: { a: 1 } } }]")
    expectEqual(response.status, 410)
    expectEqual(response.fields["A"], "2")
    expectEqual(response.body, Array(#"{"a":1}"#.utf8))
  }

  @Test("leaves a list as it is", arguments: ["[1]", "no", ""]) func noObject(_ body: String) throws {
    let (response, exchange) = try shaped("{ changeAnswer: { without: a } }", body: body)
    expectEqual(response.body, Array(body.utf8))
    expectEqual(exchange.reasons.count, 1)
  }
}
