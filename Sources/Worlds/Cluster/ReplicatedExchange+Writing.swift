import HTTPWire
import JSON
import Policy
import Time

extension ReplicatedExchange {
  /// The bytes of an exchange. Every request of a cluster is written so, so no encoder stands between: it would take twice as long.
  package static func bytes(of exchange: Exchange) -> [UInt8] { JSONValue.object(object(of: exchange)).serialized }

  static func object(of exchange: Exchange) -> JSONObject {
    var object = JSONObject()
    object.set(.number, .integer(Int64(exchange.number)))
    // An exchange of before the first reset has none, as earlier versions wrote it.
    if exchange.era > 0 { object.set(.era, .integer(Int64(exchange.era))) }
    object.set(.traceID, .string("\(exchange.traceID)"))
    object.set(.correlationID, .string("\(exchange.correlationID)"))
    object.set(.hasClientCorrelation, .bool(exchange.hasClientCorrelation))
    object.set(.startedAt, .integer(exchange.startedAt.ticks))
    object.set(.method, .string(exchange.method))
    object.set(.host, .string(exchange.host))
    object.set(.path, .string(exchange.path))
    object.set(.endpoint, .string(exchange.endpoint.rawValue))
    object.set(.parameters, .array(exchange.parameters.map { .array([.string($0.name), .string($0.value)]) }))
    object.set(.origin, exchange.origin)
    object.set(.secretsInURL, .strings(exchange.secretsInURL))
    object.set(.fields, .array(exchange.fields.map { .array([.string($0.name), .string($0.value)]) }))
    object.set(.traceparent, exchange.trace?.parent)
    object.set(.tracestate, exchange.trace?.state)
    object.set(.library, exchange.library)
    object.set(.tenant, exchange.tenant)
    object.set(.client, exchange.client)
    object.set(.user, exchange.user)
    object.set(.userTenant, exchange.userTenant)
    object.set(.group, exchange.group)
    object.set(.action, exchange.action?.rawValue)
    object.set(.grant, exchange.grant)
    object.set(.userFlow, exchange.userFlow)
    object.set(.binding, exchange.binding?.rawValue)
    object.set(.initiated, exchange.initiator?.rawValue)
    object.set(.prompt, exchange.prompt)
    object.set(.scopes, .strings(exchange.scopes))
    object.set(.resource, exchange.resource)
    object.set(.resourceStandsFor, exchange.resourceStandsFor)
    object.set(.page, exchange.page)
    object.set(.events, .strings(exchange.events.map(\.rawValue)))
    object.set(.reasons, .strings(exchange.reasons))
    if !exchange.causes.isEmpty { object.set(.causes, .strings(exchange.causes)) }
    object.set(.adopted, .strings(exchange.adopted))
    if let refusal = exchange.refusal { object.set(.refusal, .object(told(refusal))) }
    object.set(.resourceError, exchange.resourceError)
    if exchange.demandsClaims { object.set(.demandsClaims, .bool(true)) }
    if let mail = exchange.mail {
      object.set(
        .mail,
        [
          "from": .string(mail.from), "to": .strings(mail.to), "subject": .string(mail.subject),
          "attachments": .integer(Int64(mail.attachments)),
        ])
    }
    object.set(.status, .integer(Int64(exchange.status)))
    if let wait = exchange.retryAfter { object.set(.retryAfter, .integer(wait.ticks)) }
    object.set(.rules, .strings(exchange.rules))
    return object
  }

  private static func told(_ refusal: Refusal) -> JSONObject {
    var arguments = JSONObject()
    for (name, value) in refusal.arguments.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      arguments.append(name.rawValue, .string(value))
    }
    var object = JSONObject()
    object.append("name", .string(refusal.kind.name))
    object.append("arguments", .object(arguments))
    object.append("suberror", refusal.suberror?.rawValue)
    object.append("status", .integer(Int64(refusal.status)))
    return object
  }
}

extension JSONObject {
  fileprivate mutating func set(_ key: ReplicatedExchange.CodingKeys, _ value: JSONValue) {
    append(key.rawValue, value)
  }

  fileprivate mutating func set(_ key: ReplicatedExchange.CodingKeys, _ value: String?) { append(key.rawValue, value) }

  fileprivate mutating func set(_ key: ReplicatedExchange.CodingKeys, _ party: Exchange.Party?) {
    guard let party else { return }
    var object = JSONObject()
    object.append("alias", .string(party.alias))
    object.append("id", .string("\(party.id)"))
    object.append("standsFor", party.standsFor)
    append(key.rawValue, .object(object))
  }
}
