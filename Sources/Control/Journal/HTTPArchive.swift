import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// Exchanges as an HTTP archive (HAR 1.2), which browsers and proxies open. The archive has answers as far as the journal has them, and no
/// secrets. Members that begin with `_` say why an answer is what it is.
enum HTTPArchive {
  static func make(_ exchanges: [Exchange], scheme: String, version: String) -> JSONValue {
    [
      "log": [
        "version": "1.2",
        "creator": ["name": "mockidp", "version": .string(version)],
        "entries": .array(exchanges.map { entry($0, scheme: scheme) }),
      ]
    ]
  }

  private static func entry(_ exchange: Exchange, scheme: String) -> JSONValue {
    var entry: JSONObject = [
      "startedDateTime": .string(exchange.startedAt.iso8601Ticks),
      // The journal does not measure how long an answer took.
      "time": 0,
      "request": request(exchange, scheme: scheme),
      "response": response(exchange),
      "cache": [:],
      "timings": ["send": 0, "wait": 0, "receive": 0],
      "_number": .integer(Int64(exchange.number)),
      "_traceId": "\(exchange.traceID)",
      "_correlationId": "\(exchange.correlationID)",
      "_endpoint": .string(exchange.endpoint.rawValue),
      "_events": .strings(exchange.events.map(\.rawValue)),
      "_reasons": .strings(exchange.reasons),
    ]
    entry.append("_user", exchange.user?.alias)
    entry.append("_client", exchange.client?.alias)
    entry.append("_error", exchange.refusal?.kind.label ?? exchange.resourceError)
    return .object(entry)
  }

  private static func request(_ exchange: Exchange, scheme: String) -> JSONValue {
    let parameters = JSONValue.array(
      exchange.parameters.map { ["name": .string($0.name), "value": .string($0.value)] })
    let isForm = exchange.method == "POST"
    var request: JSONObject = [
      "method": .string(exchange.method),
      "url": .string("\(scheme)://\(exchange.host)\(exchange.path)"),
      "httpVersion": "HTTP/1.1",
      "cookies": [],
      "headers": [],
      "queryString": isForm ? [] : parameters,
      "headersSize": -1,
      "bodySize": -1,
    ]
    if isForm {
      request.append(
        "postData", ["mimeType": "application/x-www-form-urlencoded", "params": parameters, "text": ""])
    }
    return .object(request)
  }

  private static func response(_ exchange: Exchange) -> JSONValue {
    let fields = exchange.answer?.fields ?? HTTPFields()
    var content: JSONObject = [
      "size": .integer(Int64(exchange.answer?.size ?? 0)), "mimeType": .string(fields["Content-Type"] ?? ""),
    ]
    if let answer = exchange.answer, case let body = answer.body, !body.isEmpty {
      content.append("text", .string(String(decoding: body, as: UTF8.self)))
      if answer.isCut { content.append("comment", "The journal has the beginning alone.") }
    }
    return [
      "status": .integer(Int64(exchange.status)),
      "statusText": .string(HTTPStatus.reason(exchange.status)),
      "httpVersion": "HTTP/1.1",
      "cookies": [],
      "headers": .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "content": .object(content),
      "redirectURL": .string(fields["Location"] ?? ""),
      "headersSize": -1,
      "bodySize": -1,
    ]
  }
}
