import Bytes
import HTTPWire
package import JSON
import Policy
import Time
package import Worlds

/// An exchange as JSON. The members always have the same order, and a member that is not known is left out. It has no
/// secrets, since the journal keeps none.
package enum ExchangeJSON {
  /// The object that `GET …/exchanges` lists and the event stream sends. `withAnswer` shows what the client got, too, as far as the journal
  /// still has it.
  package static func value(_ exchange: Exchange, withAnswer: Bool = false) -> JSONValue {
    var members: JSONObject = [
      "number": .integer(Int64(exchange.number)),
      "startedAt": .string(exchange.startedAt.iso8601Ticks),
      "traceId": "\(exchange.traceID)",
      "correlationId": "\(exchange.correlationID)",
      "method": .string(exchange.method),
      "host": .string(exchange.host),
      "path": .string(exchange.path),
      "endpoint": .string(exchange.endpoint.rawValue),
      "status": .integer(Int64(exchange.status)),
    ]
    appendParties(of: exchange, to: &members)
    members.append("grant", exchange.grant)
    members.append("prompt", exchange.prompt)
    members.append("userFlow", exchange.userFlow)
    members.append("binding", exchange.binding?.rawValue)
    members.append("initiated", exchange.initiator?.rawValue)
    if !exchange.scopes.isEmpty { members.append("scopes", .strings(exchange.scopes)) }
    members.append("resource", exchange.resource)
    members.append("page", exchange.page)
    members.append("library", exchange.library)
    members.append("traceparent", exchange.trace?.parent)
    members.append("tracestate", exchange.trace?.state)
    if !exchange.parameters.isEmpty {
      members.append(
        "parameters",
        .array(exchange.parameters.map { ["name": .string($0.name), "value": .string($0.value)] }))
    }
    members.append("events", .strings(exchange.events.map(\.rawValue)))
    members.append("reasons", .strings(exchange.reasons))
    if !exchange.adopted.isEmpty { members.append("adopted", .strings(exchange.adopted)) }
    if !exchange.rules.isEmpty { members.append("rules", .strings(exchange.rules)) }
    if let refusal = exchange.refusal { members.append("refusal", value(refusal)) }
    members.append("resourceError", exchange.resourceError)
    if let mail = exchange.mail {
      members.append(
        "mail",
        [
          "from": .string(mail.from), "to": .strings(mail.to), "subject": .string(mail.subject),
          "attachments": .integer(Int64(mail.attachments)),
        ])
    }
    members.append("why", exchange.why)
    if withAnswer, let answer = exchange.answer { members.append("answer", value(answer)) }
    return .object(members)
  }

  private static func appendParties(of exchange: Exchange, to members: inout JSONObject) {
    for (name, party) in [("tenant", exchange.tenant), ("client", exchange.client), ("user", exchange.user)] {
      if let party { members.append(name, ["alias": .string(party.alias), "id": "\(party.id)"]) }
    }
  }

  private static func value(_ answer: AnswerCopy) -> JSONValue {
    var members: JSONObject = [
      "fields": .array(answer.fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    ]
    let body = answer.body
    if !body.isEmpty { members.append("body", .string(String(decoding: body, as: UTF8.self))) }
    members.append("size", .integer(Int64(answer.size)))
    if answer.isCut { members.append("isCut", true) }
    return .object(members)
  }

  private static func value(_ refusal: Refusal) -> JSONValue {
    var members: JSONObject = [
      "code": .string(refusal.kind.label), "name": .string(refusal.kind.name),
      "error": .string(refusal.error.rawValue),
    ]
    members.append("suberror", refusal.suberror?.rawValue)
    members.append("message", .string(refusal.message))
    members.append("meaning", .string(refusal.kind.meaning))
    members.append("remedy", .string(refusal.kind.remedy))
    return .object(members)
  }
}
