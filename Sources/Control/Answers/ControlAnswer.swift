import HTTPWire
import JSON

/// The answer to a control call that succeeded. A failure is a `Problem`.
enum ControlAnswer: Sendable {
  case json(JSONValue)
  /// The new object, and the path that shows it.
  case created(JSONValue, location: String)
  case nothing
  case text(String, contentType: String)
  /// What is there as bytes already.
  case bytes([UInt8], contentType: String)
  /// A text whose form the caller chose by `Accept`.
  case negotiated([UInt8], contentType: String)
  /// What is asked for is there, and says that the server cannot serve now.
  case unavailable(JSONValue)
  /// A body that goes on until the client leaves.
  case stream(any ResponseStream, contentType: String)

  /// The answer to a DELETE of several things: how many there were.
  static func removed(_ count: Int) -> ControlAnswer { .json(["removed": .integer(Int64(count))]) }

  var response: HTTPResponse {
    switch self {
    case .json(let value): return Self.response(200, value)
    case .created(let value, let location):
      var response = Self.response(201, value)
      response.fields.set("Location", location)
      return response
    case .nothing: return HTTPResponse(status: 204, fields: ["Cache-Control": "no-store"])
    case .text(let text, let contentType): return Self.response(200, Array(text.utf8), contentType: contentType)
    case .bytes(let body, let contentType): return Self.response(200, body, contentType: contentType)
    case .negotiated(let body, let contentType):
      var response = Self.response(200, body, contentType: contentType)
      response.fields.set("Vary", "Accept")
      return response
    case .unavailable(let value): return Self.response(503, value)
    case .stream(let stream, let contentType):
      var response = Self.response(200, [], contentType: contentType)
      response.stream = stream
      return response
    }
  }

  /// The JSON is indented, since people read these answers in terminals.
  private static func response(_ status: Int, _ value: JSONValue) -> HTTPResponse {
    response(status, Array((value.prettyText + "\n").utf8), contentType: "application/json")
  }

  private static func response(_ status: Int, _ body: [UInt8], contentType: String) -> HTTPResponse {
    HTTPResponse(status: status, fields: ["Content-Type": contentType, "Cache-Control": "no-store"], body: body)
  }
}
