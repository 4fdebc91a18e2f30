package import JSON
package import Worlds

/// Results of expectations as JSON, for the control API and for the command `exec`.
package enum VerificationJSON {
  /// `ok` is true when every expectation is met. `scenario` is the name of the world's scenario.
  package static func value(_ results: [ExpectationResult], scenario: String) -> JSONValue {
    [
      "ok": .bool(results.allSatisfy(\.isMet)),
      "scenario": .string(scenario),
      "expectations": .array(results.map(value)),
    ]
  }

  private static func value(_ result: ExpectationResult) -> JSONValue {
    var members: JSONObject = ["met": .bool(result.isMet)]
    members.append("name", result.expectation.name)
    members.append("found", .integer(Int64(result.found)))
    members.append("text", .string(result.sentence))
    members.append("verdict", .string(result.verdict))
    members.append("remark", result.remark)
    members.append("matches", .array(result.matches.map(value)))
    if !result.isMet { members.append("nearest", .array(result.nearest.map(value))) }
    return .object(members)
  }

  private static func value(_ sighting: ExpectationResult.Sighting) -> JSONValue {
    var members: JSONObject = ["number": .integer(Int64(sighting.number)), "text": .string(sighting.sentence)]
    if !sighting.differences.isEmpty {
      members.append(
        "differences",
        .array(
          sighting.differences.map { difference in
            [
              "key": .string(difference.key), "wanted": .string(difference.wanted),
              "found": difference.found.map { .string($0) } ?? nil,
            ]
          }))
    }
    return .object(members)
  }
}
