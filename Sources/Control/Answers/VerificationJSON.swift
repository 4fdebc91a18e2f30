package import JSON
package import Time
package import Worlds

/// Results of expectations as JSON, for the control API and for the command `exec`.
package enum VerificationJSON {
  /// `ok` is true when every expectation is met. `scenario` is the name of the world's scenario.
  ///
  /// `mayLackBefore`: when a server of a cluster went on in the place of one that had ended without handing the world over.
  package static func value(
    _ results: [ExpectationResult], scenario: String, mayLackBefore: UnixTime? = nil
  ) -> JSONValue {
    var members: JSONObject = [
      "ok": .bool(results.allSatisfy(\.isMet)),
      "scenario": .string(scenario),
      "expectations": .array(results.map(value)),
    ]
    if let mayLackBefore {
      members.append(
        "incomplete",
        .string(
          "a server of the cluster ended without handing this world over, and another one went on at "
            + "\(mayLackBefore.iso8601): exchanges of the last moments before may be missing"))
    }
    return .object(members)
  }

  private static func value(_ result: ExpectationResult) -> JSONValue {
    var members: JSONObject = ["met": .bool(result.isMet)]
    members.append("name", result.expectation.name)
    members.append("inheritedFrom", result.expectation.inheritedFrom)
    members.append("found", .integer(Int64(result.found)))
    members.append("text", .string(result.sentence))
    members.append("verdict", .string(result.verdict))
    members.append("remark", result.remark)
    members.append("matches", .array(result.matches.map(value)))
    if !result.isMet { members.append("nearest", .array(result.nearest.map(value))) }
    return .object(members)
  }

  static func value(_ sighting: ExpectationResult.Sighting) -> JSONValue {
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
