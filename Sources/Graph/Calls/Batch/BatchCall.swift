import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// `POST /$batch`: up to twenty calls in one (Microsoft: "Combine multiple HTTP requests using JSON batching"). Each
/// call goes to the endpoint that it would reach alone. It has the token of the outer call unless it has its own.
enum BatchCall {
  static let maximumSteps = 20

  static func answer(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let steps = try BatchStep.steps(of: resource.body)
    var statuses: [String: Int] = [:]
    var responses: [JSONValue] = []
    for step in steps {
      let response = try respond(to: step, after: statuses, resource, &exchange)
      statuses[ASCII.lowercased(step.id)] = response.status
      exchange.because("step \(step.id): \(step.method) \(step.url) → \(response.status)")
      responses.append(.object(shown(response, of: step)))
    }
    return GraphAnswer.json(["responses": .array(responses)], resource.call, exchange)
  }

  private static func respond(
    to step: BatchStep, after statuses: [String: Int], _ resource: ResourceCall, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    let call = Call(
      request: request(for: step, resource), origin: resource.call.origin, world: resource.call.world)
    // Each step is an exchange of its own, so that rules match the endpoint and the parties of the step.
    var inner = Exchange(
      traceID: exchange.traceID, correlationID: exchange.correlationID, startedAt: exchange.startedAt,
      method: step.method, host: exchange.host, path: call.request.path)
    defer { exchange.rules += inner.rules }
    if let failed = step.dependencies.first(where: { statuses[$0].map { !(200..<300).contains($0) } ?? true }) {
      return GraphAnswer.refusal(.failedDependency(on: failed), call, &inner)
    }
    let endpoint = GraphEndpoints().endpoint(onGraphHost: call.request.path)
    inner.endpoint = endpoint.name
    if (endpoint as? ResourceEndpoint)?.isBatch == true {
      return GraphAnswer.refusal(.badBatch("a batch cannot hold a batch"), call, &inner)
    }
    do {
      return try endpoint.respond(to: call, &inner)
    } catch let error as ReplacedAnswer {
      return error.replacement.response()
    }
  }

  private static func request(for step: BatchStep, _ resource: ResourceCall) -> HTTPRequest {
    var request = resource.call.request
    var fields = step.fields
    if fields["Authorization"] == nil, let outer = request.fields["Authorization"] {
      fields.append("Authorization", outer)
    }
    if let id = request.fields["client-request-id"] { fields.set("client-request-id", id) }
    let parts = step.url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    request.method = step.method
    request.path = "/\(resource.version.rawValue)/" + (parts.first.map(String.init) ?? "").drop { $0 == "/" }
    request.query = parts.count > 1 ? String(parts[1]) : nil
    request.fields = fields
    // A body that is not JSON comes as a text: a message as MIME in Base64.
    let isJSON = request.hasBody(of: "application/json")
    request.body = step.body.map { isJSON ? $0.serialized(escaping: .ascii) : Array(($0.string ?? $0.text).utf8) } ?? []
    return request
  }

  /// The header fields of a step's answer that the batch shows, in this order.
  private static let shownFields = [
    "Location", "Retry-After", "WWW-Authenticate", "Allow", "Cache-Control", "x-ms-resource-unit", "OData-Version",
    "Content-Type", GraphAnswer.notServedField,
  ]

  private static func shown(_ response: HTTPResponse, of step: BatchStep) -> JSONObject {
    var fields = JSONObject()
    for name in shownFields { fields.append(name, response.fields[name]) }
    var shown: JSONObject = [
      "id": .string(step.id), "status": .integer(Int64(response.status)), "headers": .object(fields),
    ]
    guard !response.body.isEmpty, step.method != "HEAD" else { return shown }
    let isJSON = ASCII.lowercased(response.fields["Content-Type"] ?? "").hasPrefix("application/json")
    let parsed = isJSON ? try? JSONValue.parse(response.body) : nil
    shown.append("body", parsed ?? .string(Base64.encode(response.body)))
    return shown
  }
}
