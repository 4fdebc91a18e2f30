import Authority
import Bytes
import Graph
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// Spans as the JSON of OTLP (OpenTelemetry Protocol 1.x, "JSON Protobuf Encoding"), with the attributes of the semantic conventions for
/// HTTP, which are stable, and this program's own under `mockidp.`. There is no query, no header field but the user agent, and no user.
enum SpanText {
  /// The body of one request to `/v1/traces`.
  static func body(_ spans: [Span], _ options: TracingOptions) -> JSONValue {
    [
      "resourceSpans": [
        [
          "resource": ["attributes": .array(options.resource.map { attribute($0.name, .string($0.value)) })],
          "scopeSpans": [
            [
              "scope": ["name": "mockidp", "version": .string(Version.current)],
              "spans": .array(spans.map(value)),
            ]
          ],
        ]
      ]
    ]
  }

  private static func value(_ span: Span) -> JSONValue {
    switch span.work {
    case .served(let exchange, let world, let peer, let isSecure):
      return served(exchange, world: world, peer: peer, isSecure: isSecure, span)
    case .sent(let context, let parent, let url, let status): return sent(context, parent, url, status, span)
    }
  }

  // MARK: What this server answered

  private static func served(_ exchange: Exchange, world: String, peer: String?, isSecure: Bool, _ span: Span)
    -> JSONValue
  {
    let route = route(of: exchange)
    let method = methods.contains(exchange.method) ? exchange.method : "_OTHER"
    var members: JSONObject = ["traceId": .string(exchange.spanTraceID), "spanId": .string(exchange.spanID)]
    members.append("traceState", exchange.trace?.state)
    members.append("parentSpanId", exchange.trace?.parentID)
    // The low bits are those of traceparent. Bit 8 says that bit 9 is known: whether the parent is of another process.
    members["flags"] = .integer(exchange.trace == nil ? 0x101 : 0x301)
    members["name"] = .string((method == "_OTHER" ? "HTTP" : method) + (route.map { " \($0)" } ?? ""))
    members["kind"] = 2
    append(times: span, to: &members)
    var attributes: [JSONValue] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { attributes.append(attribute(name, .string(text))) }
    }
    add("http.request.method", method)
    if method == "_OTHER" { add("http.request.method_original", exchange.method) }
    add("http.route", route)
    attributes.append(attribute("http.response.status_code", .integer(Int64(exchange.status))))
    add("url.scheme", isSecure ? "https" : "http")
    add("url.path", exchange.path)
    add("server.address", HTTPAuthority(exchange.host)?.host)
    if let port = HTTPAuthority(exchange.host)?.port {
      attributes.append(attribute("server.port", .integer(Int64(port))))
    }
    add("client.address", peer)
    add("user_agent.original", exchange.fields["User-Agent"])
    if exchange.status >= 500 { add("error.type", "\(exchange.status)") }
    add("mockidp.world", world)
    add("mockidp.endpoint", exchange.endpoint.rawValue)
    add("mockidp.correlation_id", "\(exchange.correlationID)")
    add("mockidp.tenant.id", exchange.tenant.map { "\($0.id)" })
    add("mockidp.tenant.alias", exchange.tenant?.alias)
    add("mockidp.client.id", exchange.client.map { "\($0.id)" })
    add("mockidp.client.alias", exchange.client?.alias)
    add("mockidp.grant", exchange.grant)
    add("mockidp.refusal.code", exchange.refusal?.label ?? exchange.resourceError)
    add("mockidp.refusal.name", exchange.refusal?.kind.name)
    attributes += strings("mockidp.events", exchange.events.map(\.rawValue))
    attributes += strings("mockidp.rules", exchange.rules)
    members["attributes"] = .array(attributes)
    members["status"] = exchange.status >= 500 ? ["code": 2] : [:]
    return .object(members)
  }

  private static let methods: Set<String> = [
    "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
  ]

  /// The pattern of the path, out of the tables by which requests are routed. Nil for a path that only a rule or a user flow has.
  private static func route(of exchange: Exchange) -> String? {
    switch exchange.endpoint {
    case .proxy, .unknown: nil
    case .me, .userInfo, .graph: GraphEndpoints.pattern(of: exchange.path)
    default: exchange.userFlow == nil ? AuthorityRoutes.joined.pattern(of: exchange.path) : nil
    }
  }

  // MARK: What this server sent

  private static func sent(_ context: TraceContext, _ parent: String, _ url: String, _ status: Int?, _ span: Span)
    -> JSONValue
  {
    // A query may hold a key.
    let shown = url.prefix { $0 != "?" && $0 != "#" }
    let rest = shown.firstPlace(of: "://").map { shown[$0.upperBound...] } ?? shown
    let authority = HTTPAuthority(rest.prefix { $0 != "/" })
    let isSecure = shown.hasPrefix("https:")
    var members: JSONObject = ["traceId": .string(context.traceID), "spanId": .string(context.parentID)]
    members.append("traceState", context.state)
    members["parentSpanId"] = .string(parent)
    members["flags"] = 0x101
    members["name"] = "POST"
    members["kind"] = 3
    append(times: span, to: &members)
    var attributes = [
      attribute("http.request.method", "POST"), attribute("url.full", .string(String(shown))),
      attribute("server.address", .string(authority?.host ?? "")),
      attribute("server.port", .integer(Int64(authority?.port ?? (isSecure ? 443 : 80)))),
    ]
    if let status { attributes.append(attribute("http.response.status_code", .integer(Int64(status)))) }
    let fault = status.map { $0 >= 400 ? "\($0)" : nil } ?? "no_answer"
    if let fault { attributes.append(attribute("error.type", .string(fault))) }
    members["attributes"] = .array(attributes)
    members["status"] = fault == nil ? [:] : ["code": 2]
    return .object(members)
  }

  // MARK: The form of OTLP

  private static func append(times span: Span, to members: inout JSONObject) {
    // Numbers of 64 bits are texts in this JSON.
    members["startTimeUnixNano"] = .string("\(span.start.ticks)00")
    members["endTimeUnixNano"] = .string("\(span.end.ticks)00")
  }

  private static func attribute(_ name: String, _ value: JSONValue) -> JSONValue {
    switch value {
    case .integer(let number): ["key": .string(name), "value": ["intValue": .string("\(number)")]]
    default: ["key": .string(name), "value": ["stringValue": value]]
    }
  }

  private static func strings(_ name: String, _ values: [String]) -> [JSONValue] {
    guard !values.isEmpty else { return [] }
    let array: JSONValue = .array(values.map { ["stringValue": .string($0)] })
    return [["key": .string(name), "value": ["arrayValue": ["values": array]]]]
  }
}
