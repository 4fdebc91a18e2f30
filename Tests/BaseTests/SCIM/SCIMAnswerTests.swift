import Expectations
import HTTPWire
import JSON
import Testing

@testable import SCIM

struct SCIMAnswerTests {
  private static func answer(_ body: String, _ status: Int = 200, type: String = "application/scim+json; charset=utf-8")
    -> SCIMAnswer
  {
    SCIMAnswer(status: status, fields: ["Content-Type": type], body: Array(body.utf8))
  }

  @Test(
    arguments: [
      (#"{"schemas":[],"totalResults":0}"#, 0, [String](), Set<SCIMAdvice>()),
      (#"{"schemas":[],"totalResults":1,"Resources":[{"schemas":[],"id":"1"}]}"#, 1, ["1"], []),
      (
        #"{"totalResults":"1","Resources":[{"id":1,"active":"True"}]}"#, 1, ["1"],
        [.totalAsText, .noSchemas, .idAsNumber, .activeAsText]
      ),
    ] as [(String, Int, [String], Set<SCIMAdvice>)])
  func readsALists(body: String, total: Int, ids: [String], advice: Set<SCIMAdvice>) throws {
    let list = try Self.answer(body).list()
    expectEqual(list.total, total)
    expectEqual(list.resources.map(\.id), ids)
    expectEqual(list.advice, advice)
  }

  @Test(arguments: [
    ("[]", 200, SCIMReadError.notAList), (#"{"id":"1"}"#, 200, .notAList), (#"{"totalResults":2}"#, 200, .notAList),
    (#"{"totalResults":"two","Resources":[]}"#, 200, .notAList),
    (#"{"totalResults":1,"Resources":[{"userName":"a"}]}"#, 200, .noID), ("", 200, .notJSON), ("{", 200, .notJSON),
    (" <!DOCTYPE html><p>", 200, .html), (#"{"totalResults":0}"#, 404, .status(404)),
  ])
  func saysWhyAListCannotBeRead(body: String, status: Int, error: SCIMReadError) {
    let thrown = #expect(throws: SCIMReadError.self) { try Self.answer(body, status).list() }
    expectEqual(thrown, error)
  }

  @Test func readsAResource() throws {
    let user = try Self.answer(#"{"schemas":[],"id":"1","active":"False"}"#, 201, type: "application/json").resource()
    expectEqual(user.isActive, false)
    expectEqual(user.advice, [.mediaType, .activeAsText])
    let group = try Self.answer(#"{"id":"2","members":[{"value":"1"},"3"]}"#).resource()
    expectEqual(group.members, ["1", "3"])
    expectNil(user.members)
    for (body, status, error) in [
      ("{}", 200, SCIMReadError.noID), ("[]", 200, .noID), (#"{"id":"1"}"#, 204, .status(204)),
    ] {
      expectEqual(#expect(throws: SCIMReadError.self) { try Self.answer(body, status).resource() }, error)
    }
  }

  @Test func comparesRowByRow() throws {
    let user = try #require(SCIMResource(["id": "1", "userName": "A", "active": "true", "title": .null]))
    func values(_ rows: [(String, JSONValue)]) throws -> [SCIMValue] {
      try rows.map { SCIMValue(try #require(SCIMPath($0.0)), $0.1) }
    }
    let left = try user.differences(
      to: values([("userName", "a"), ("active", true), ("title", "T"), ("displayName", "D")]))
    expectEqual(left.map(\.path.description), ["userName", "title", "displayName"])
    expectEqual(left.map(\.old), ["A", nil, nil])
    try expectEqual(user.differences(to: values([("active", false)])).count, 1)
  }

  @Test func readsAGrant() {
    let answer = Self.answer(#"{"access_token":"t","expires_in":3600}"#)
    expectEqual(SCIMTokenRequest.grant(in: answer), .init(token: "t", lifetime: .seconds(3600)))
    expectNil(SCIMTokenRequest.grant(in: Self.answer(#"{"access_token":"t"}"#, 201)))
    expectNil(SCIMTokenRequest.grant(in: Self.answer(#"{"error":"x"}"#)))
  }
}
