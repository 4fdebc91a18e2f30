import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds

struct BatchTests {
  private func batch(_ bench: Bench, _ requests: JSONValue, scopes: String = "User.Read") throws -> HTTPResponse {
    let body: JSONValue = ["requests": requests]
    return try bench.call(
      "/v1.0/$batch", method: "POST", authorization: try bench.token(scopes),
      body: String(decoding: body.serialized(escaping: .ascii), as: UTF8.self)
    ).response
  }

  private func statuses(_ response: HTTPResponse) throws -> [Int64?] {
    try Bench.found(try response.json()["responses"]?.array).map { $0["status"]?.integer }
  }

  @Test func everyStepIsAnsweredAsByItself() throws {
    let bench = try Bench()
    let response = try batch(
      bench,
      [
        ["id": "1", "method": "GET", "url": "/me?$select=displayName"],
        ["id": "2", "method": "GET", "url": "users"],
        ["id": "3", "method": "GET", "url": "/me/messages"],
        [
          "id": "4", "method": "POST", "url": "/me/getMemberGroups", "headers": ["Content-Type": "application/json"],
          "body": ["securityEnabledOnly": false],
        ],
      ])
    expectEqual(response.status, 200)
    expectEqual(response.fields["Content-Type"], "application/json")
    try expectEqual(statuses(response), [200, 403, 403, 200])
    let first = try Bench.found(try response.json()["responses"]?.array?.first)
    expectEqual(
      first,
      [
        "id": "1", "status": 200,
        "headers": [
          "Cache-Control": "no-cache", "x-ms-resource-unit": "1", "OData-Version": "4.0",
          "Content-Type":
            "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8",
        ],
        "body": [
          "@odata.context": "https://localhost:8443/v1.0/$metadata#users(displayName)/$entity",
          "displayName": "Alice Archer",
        ],
      ])
    try expectNil(response.json()["@odata.context"])
  }

  @Test func aFailureReachesWhatDependsOnIt() throws {
    let bench = try Bench()
    let response = try batch(
      bench,
      [
        ["id": "a", "method": "GET", "url": "/users"],
        ["id": "b", "method": "GET", "url": "/me", "dependsOn": ["A"]],
        ["id": "c", "method": "GET", "url": "/me", "dependsOn": ["b"]],
      ])
    try expectEqual(statuses(response), [403, 424, 424])
    try expectEqual(response.json()["responses"]?.array?[1]["body"]?["error"]?["code"], "FailedDependency")
  }

  @Test("The steps that wait wait for the same ones", arguments: [["1"], ["1", "2"]] as [JSONValue])
  func theSameForAll(_ waits: JSONValue) throws {
    let last: [JSONValue] = ["3", "4"].map { ["id": .string($0), "method": "GET", "url": "/me", "dependsOn": waits] }
    try expectEqual(statuses(batch(Bench(), .array([Self.step("1"), Self.step("2")] + last))), [200, 200, 200, 200])
  }

  @Test(
    "A batch that is neither sequential nor parallel is refused",
    arguments: [
      [nil, "1", nil, "2"], [nil, "1", "1", "2"], [nil, nil, "2", "3"],
    ] as [[JSONValue]])
  func mixed(_ waits: [JSONValue]) throws {
    let steps: [JSONValue] = zip(1..., waits).map { id, wait in
      ["id": .string("\(id)"), "method": "GET", "url": "/me", "dependsOn": wait == nil ? [] : [wait]]
    }
    let response = try batch(Bench(), .array(steps))
    expectEqual(response.status, 400)
    try expectEqual(
      response.json()["error"]?["message"], "Batch should be either fully sequential or fully parallel.")
  }

  /// Modules of PowerShell and Ansible's azcollection number the steps.
  @Test func idsMayBeNumbers() throws {
    let bench = try Bench()
    let response = try batch(
      bench,
      [
        ["id": 1, "method": "GET", "url": "/me?$select=id"],
        ["id": 2, "method": "GET", "url": "/me?$select=id", "dependsOn": [1]],
      ])
    try expectEqual(statuses(response), [200, 200])
    try expectEqual(response.json()["responses"]?.array?.map { $0["id"] }, ["1", "2"])
  }

  @Test(arguments: [["a", "A"], [1, "1"]] as [[JSONValue]]) func anIdIsOneOfItsOwn(_ ids: [JSONValue]) throws {
    let response = try batch(
      Bench(), .array(ids.map { ["id": $0, "method": "GET", "url": "/me"] }))
    expectEqual(response.status, 400)
    let message = try response.json()["error"]?["message"]?.string ?? ""
    #expect(message.hasSuffix("has to be unique in a batch."), "\(message)")
  }

  @Test func whatHasNoBodyShowsNone() throws {
    let bench = try Bench()
    let response = try batch(
      bench,
      [
        [
          "id": "1", "method": "PATCH", "url": "/me", "headers": ["content-type": "application/json"],
          "body": ["jobTitle": "Chief"],
        ]
      ], scopes: "User.ReadWrite")
    let step = try Bench.found(try response.json()["responses"]?.array?.first)
    expectEqual(step["status"], 204)
    expectNil(step["body"])
    try expectEqual(bench.user("alice").jobTitle, "Chief")
  }

  /// Several clients write out every member of a step.
  @Test func nullIsNoBody() throws {
    let response = try batch(
      try Bench(), [["id": "1", "method": "GET", "url": "/me", "headers": nil, "body": nil]])
    try expectEqual(statuses(response), [200])
  }

  struct Refused: CustomTestStringConvertible {
    let requests: JSONValue
    let testDescription: String
  }

  static func step(_ id: String) -> JSONValue { ["id": .string(id), "method": "GET", "url": "/me"] }

  @Test(arguments: [
    Refused(requests: .array((1...21).map { step("\($0)") }), testDescription: "twenty-one"),
    Refused(requests: [], testDescription: "none"),
    Refused(requests: "x", testDescription: "no list"),
    Refused(requests: [["method": "GET", "url": "/me"]], testDescription: "no id"),
    Refused(
      requests: [["id": true, "method": "GET", "url": "/me"]],
      testDescription: "an id that is neither a text nor a number"),
    Refused(requests: [["id": "1", "url": "/me"]], testDescription: "no method"),
    Refused(requests: [["id": "1", "method": "GET"]], testDescription: "no url"),
    Refused(requests: [["id": "1", "method": "GET", "url": ""]], testDescription: "an empty url"),
    Refused(
      requests: [["id": "1", "method": "GET", "url": "/me", "dependsOn": ["2"]], step("2")],
      testDescription: "depends on a later one"),
    Refused(
      requests: [["id": "1", "method": "GET", "url": "/me", "dependsOn": ["1"]]], testDescription: "depends on itself"),
  ])
  func refuses(_ row: Refused) throws {
    let response = try batch(try Bench(), row.requests)
    expectEqual(response.status, 400)
    try expectEqual(response.json()["error"]?["code"], "BadRequest")
  }

  @Test("An absolute url leads nowhere, and the other steps are answered")
  func absoluteURL() throws {
    let bench = try Bench()
    let address: JSONValue = ["id": "1", "method": "GET", "url": "https://graph.microsoft.com/v1.0/me"]
    let steps = try #require(try batch(bench, [address, Self.step("2")]).json()["responses"]?.array)
    let refused = try #require(steps.first { $0["id"] == "1" })
    expectEqual(refused["status"], 400)
    expectEqual(refused["body"]?["error"]?["code"], "BadRequest")
    expectEqual(refused["body"]?["error"]?["message"], "Resource not found for the segment 'https:'.")
    expectEqual(steps.first { $0["id"] == "2" }?["status"], 200)
  }

  /// No step is carried out then (observed).
  @Test(
    "A write without Content-Type refuses the whole batch",
    arguments: [
      (
        ["id": "1", "method": "POST", "url": "/me/getMemberGroups", "body": ["securityEnabledOnly": false]],
        "Write request with id '1' does not contain a Content-Type header."
      ),
      (
        ["id": "1", "method": "POST", "url": "/me/revokeSignInSessions"],
        "Write request id : 1 does not contain Content-Type header or body."
      ),
    ] as [(JSONValue, String)])
  func aWriteWithoutType(_ step: JSONValue, _ text: String) throws {
    let response = try batch(try Bench(), [step])
    expectEqual(response.status, 400)
    try expectEqual(response.json()["error"]?["message"]?.string, text)
  }

  @Test func twentyAreNotTooMany() throws {
    let response = try batch(try Bench(), .array((1...20).map { Self.step("\($0)") }))
    try expectEqual(statuses(response), Array(repeating: 200, count: 20))
  }

  @Test func aBatchHoldsNoBatch() throws {
    let response = try batch(
      try Bench(),
      [
        [
          "id": "1", "method": "POST", "url": "/$batch", "headers": ["Content-Type": "application/json"],
          "body": ["requests": []],
        ]
      ])
    try expectEqual(statuses(response), [400])
  }

  @Test func theOuterCallNeedsATokenAndABody() throws {
    let bench = try Bench()
    try expectEqual(bench.call("/v1.0/$batch", method: "POST", body: "{}").response.status, 401)
    let token = try bench.token("User.Read")
    try expectEqual(bench.call("/v1.0/$batch", method: "POST", authorization: token, body: "{").response.status, 400)
    try expectEqual(bench.call("/v1.0/$batch", authorization: token).response.status, 501)
  }
}
