package import JSON
package import Worlds

/// Advice as JSON, for the control API and for the commands `serve` and `exec`.
package enum AdviceJSON {
  /// `{"advice": […]}`, in the given order.
  package static func value(_ advice: [Advice]) -> JSONValue { ["advice": .array(advice.map(value))] }

  private static func value(_ advice: Advice) -> JSONValue {
    var members: JSONObject = ["id": .string(advice.kind.id)]
    members.append("client", advice.client)
    members.append("seen", .string(advice.seen))
    members.append("why", .string(advice.kind.why))
    members.append("remedy", .string(advice.kind.remedy))
    members.append("exchanges", .array(advice.exchanges.map { .integer(Int64($0)) }))
    return .object(members)
  }
}
