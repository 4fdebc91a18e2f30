#if CLUSTER
  import Bytes
  import HTTPWire
  import JSON
  import Policy
  import Time

  /// An exchange of a journal in the form in which it goes from server to server.
  package struct KeptExchange: Codable {
    private struct Party: Codable {
      var alias: String
      var id: String
      var standsFor: String?

      init?(_ party: Exchange.Party?) {
        guard let party else { return nil }
        (alias, id, standsFor) = (party.alias, "\(party.id)", party.standsFor)
      }

      var party: Exchange.Party? { GUID(id).map { Exchange.Party(alias: alias, id: $0, standsFor: standsFor) } }
    }

    private struct Refused: Codable {
      var name: String
      var arguments: [String: String]
      var suberror: String?
      var status: Int
    }

    private var number: Int
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
    private var library: String?
    private var tenant, client, user, userTenant: Party?
    private var grant, userFlow, prompt: String?
    private var scopes: [String]
    private var resource, resourceStandsFor, page: String?
    private var events: [String]
    private var reasons: [String]
    private var adopted: [String]
    private var refusal: Refused?
    private var resourceError: String?
    private var status: Int
    private var retryAfter: Int64?
    private var rules: [String]

    package init(_ exchange: Exchange) {
      number = exchange.number
      traceID = "\(exchange.traceID)"
      correlationID = "\(exchange.correlationID)"
      hasClientCorrelation = exchange.hasClientCorrelation
      startedAt = exchange.startedAt.ticks
      method = exchange.method
      host = exchange.host
      path = exchange.path
      endpoint = exchange.endpoint.rawValue
      parameters = exchange.parameters.map { [$0.name, $0.value] }
      origin = exchange.origin
      secretsInURL = exchange.secretsInURL
      fields = exchange.fields.map { [$0.name, $0.value] }
      library = exchange.library
      tenant = Party(exchange.tenant)
      client = Party(exchange.client)
      user = Party(exchange.user)
      userTenant = Party(exchange.userTenant)
      grant = exchange.grant
      userFlow = exchange.userFlow
      prompt = exchange.prompt
      scopes = exchange.scopes
      resource = exchange.resource
      resourceStandsFor = exchange.resourceStandsFor
      page = exchange.page
      events = exchange.events.map(\.rawValue)
      reasons = exchange.reasons
      adopted = exchange.adopted
      refusal = exchange.refusal.map { refusal in
        Refused(
          name: refusal.kind.name,
          arguments: Dictionary(refusal.arguments.map { ($0.key.rawValue, $0.value) }) { first, _ in first },
          suberror: refusal.suberror?.rawValue, status: refusal.status)
      }
      resourceError = exchange.resourceError
      status = exchange.status
      retryAfter = exchange.retryAfter.map(\.ticks)
      rules = exchange.rules
    }

    /// The bytes of an exchange.
    package static func bytes(of exchange: Exchange) -> [UInt8] {
      (try? JSONCoding.encode(KeptExchange(exchange)).serialized) ?? []
    }

    /// The exchange of these bytes. Nil when they cannot be read: a program of another version may have written them.
    package static func exchange(_ bytes: [UInt8]) -> Exchange? {
      (try? JSONValue.parse(bytes)).flatMap { try? JSONCoding.decode(KeptExchange.self, from: $0) }?.exchange
    }

    private var exchange: Exchange? {
      guard let traceID = GUID(traceID), let correlationID = GUID(correlationID) else { return nil }
      var exchange = Exchange(
        traceID: traceID, correlationID: correlationID, startedAt: UnixTime(ticks: startedAt), method: method,
        host: host, path: path)
      exchange.number = number
      exchange.hasClientCorrelation = hasClientCorrelation
      exchange.endpoint = EndpointName(rawValue: endpoint) ?? .unknown
      exchange.parameters = parameters.filter { $0.count == 2 }.map { .init(name: $0[0], value: $0[1]) }
      exchange.origin = origin
      exchange.secretsInURL = secretsInURL
      for field in fields where field.count == 2 { exchange.fields.append(field[0], field[1]) }
      exchange.library = library
      exchange.tenant = tenant?.party
      exchange.client = client?.party
      exchange.user = user?.party
      exchange.userTenant = userTenant?.party
      exchange.grant = grant
      exchange.userFlow = userFlow
      exchange.prompt = prompt
      exchange.scopes = scopes
      exchange.resource = resource
      exchange.resourceStandsFor = resourceStandsFor
      exchange.page = page
      exchange.restore(adopted: adopted)
      exchange.events = events.compactMap { Exchange.Event(rawValue: $0) }
      exchange.reasons = reasons
      exchange.refusal = refusal.flatMap { Self.refusal($0) }
      exchange.resourceError = resourceError
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
#endif
