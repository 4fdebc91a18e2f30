import Bytes
import HTTPWire
import JSON
import Policy
import Time

/// An exchange of a journal in the form in which it goes from server to server.
package struct ReplicatedExchange: Decodable {
  struct Party: Decodable {
    var alias: String
    var id: String
    var standsFor: String?

    var party: Exchange.Party? { GUID(id).map { Exchange.Party(alias: alias, id: $0, standsFor: standsFor) } }
  }

  struct SentMail: Decodable {
    var from: String
    var to: [String]
    var subject: String
    var attachments: Int
  }

  struct Refused: Decodable {
    var name: String
    var arguments: [String: String]
    var suberror: String?
    var status: Int
  }

  /// The members, by the names of the properties below.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case number, era, traceID, correlationID, hasClientCorrelation, startedAt, method, host, path, endpoint
    case parameters
    case origin, secretsInURL, fields, traceparent, tracestate, library, tenant, client, user, userTenant
    case group, action
    case grant, userFlow, binding, initiated, prompt, scopes, resource, resourceStandsFor, page, events, reasons,
      causes, adopted, refusal
    case resourceError, demandsClaims, mail, status, retryAfter, rules
  }

  private var number: Int
  private var era: Int?
  private var traceID: String
  private var correlationID: String
  private var hasClientCorrelation: Bool
  private var startedAt: Int64
  private var method: String
  private var host: String
  private var path: String
  private var endpoint: String
  private var parameters: [[String]]
  private var origin: String?
  private var secretsInURL: [String]
  private var fields: [[String]]
  private var traceparent, tracestate: String?
  private var library: String?
  private var tenant, client, user, userTenant, group: Party?
  private var action: String?
  private var grant, userFlow, binding, initiated, prompt: String?
  private var scopes: [String]
  private var resource, resourceStandsFor, page: String?
  private var events: [String]
  private var reasons: [String]
  private var adopted: [String]
  private var refusal: Refused?
  private var resourceError: String?
  /// Left out where it is false.
  private var demandsClaims: Bool?
  /// Nil as programs of before 0.6 wrote it.
  private var mail: SentMail?
  private var status: Int
  private var retryAfter: Int64?
  private var rules: [String]
  /// Nil as programs of before 0.2 wrote it.
  private var causes: [String]?

  /// The exchange of these bytes. Nil when they cannot be read: a program of another version may have written them.
  package static func exchange(_ bytes: [UInt8]) -> Exchange? {
    (try? JSONValue.parse(bytes)).flatMap { try? JSONCoding.decode(ReplicatedExchange.self, from: $0) }?.exchange
  }

  /// The place of an exchange in its journal, read from the beginning of its bytes alone. Nil when they begin otherwise.
  static func place(of bytes: [UInt8]) -> (number: Int, era: Int)? {
    var scan = bytes[...]
    guard let number = member(.number, after: "{", &scan) else { return nil }
    return (number, member(.era, after: ",", &scan) ?? 0)
  }

  private static func member(_ key: CodingKeys, after mark: String, _ scan: inout ArraySlice<UInt8>) -> Int? {
    let head = Array("\(mark)\"\(key.rawValue)\":".utf8)
    guard scan.starts(with: head) else { return nil }
    let digits = scan.dropFirst(head.count).prefix { ASCII.isDigit($0) }
    scan = scan.dropFirst(head.count + digits.count)
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private var exchange: Exchange? {
    guard let traceID = GUID(traceID), let correlationID = GUID(correlationID) else { return nil }
    var exchange = Exchange(
      traceID: traceID, correlationID: correlationID, startedAt: UnixTime(ticks: startedAt), method: method,
      host: host, path: path)
    exchange.number = number
    exchange.era = era ?? 0
    exchange.hasClientCorrelation = hasClientCorrelation
    exchange.endpoint = EndpointName(rawValue: endpoint) ?? .unknown
    exchange.parameters = parameters.filter { $0.count == 2 }.map { .init(name: $0[0], value: $0[1]) }
    exchange.origin = origin
    exchange.secretsInURL = secretsInURL
    for field in fields where field.count == 2 { exchange.fields.append(field[0], field[1]) }
    exchange.trace = traceparent.flatMap { TraceContext(parent: $0, state: tracestate.map { [$0] } ?? []) }
    exchange.library = library
    exchange.tenant = tenant?.party
    exchange.client = client?.party
    exchange.user = user?.party
    exchange.userTenant = userTenant?.party
    exchange.group = group?.party
    exchange.action = action.flatMap { Exchange.ProvisioningAction(rawValue: $0) }
    exchange.grant = grant
    exchange.userFlow = userFlow
    exchange.binding = binding.flatMap { Exchange.MessageBinding(rawValue: $0) }
    exchange.initiator = initiated.flatMap { Exchange.Initiator(rawValue: $0) }
    exchange.prompt = prompt
    exchange.scopes = scopes
    exchange.resource = resource
    exchange.resourceStandsFor = resourceStandsFor
    exchange.page = page
    exchange.restore(adopted: adopted)
    exchange.restore(causes: causes ?? [])
    exchange.events = events.compactMap { Exchange.Event(rawValue: $0) }
    exchange.reasons = reasons
    exchange.refusal = refusal.flatMap { Self.refusal($0) }
    exchange.resourceError = resourceError
    exchange.demandsClaims = demandsClaims ?? false
    exchange.mail = mail.map { .init(from: $0.from, to: $0.to, subject: $0.subject, attachments: $0.attachments) }
    exchange.status = status
    exchange.retryAfter = retryAfter.map { Duration(ticks: $0) }
    exchange.rules = rules
    return exchange
  }

  private static func refusal(_ kept: Refused) -> Refusal? {
    guard let kind = Catalogue.kind(named: kept.name) else { return nil }
    let facts = kept.arguments.compactMap { name, value in Placeholder(rawValue: name).map { ($0, value) } }
    var refusal = Refusal(kind, knowing: Dictionary(facts) { first, _ in first })
    refusal.suberror = kept.suberror.flatMap { Suberror(rawValue: $0) }
    refusal.status = kept.status
    return refusal
  }
}
