import HTTPWire
import JSON

/// What a control call is answered with.
enum ControlAnswer: Sendable {
  case json(JSONValue)
  case text(String, contentType: String)

  var response: HTTPResponse {
    switch self {
    case .json(let value):
      // Indented: people read these answers in terminals, and programs do not mind.
      Self.response(Array((value.prettyText + "\n").utf8), contentType: "application/json")
    case .text(let text, let contentType): Self.response(Array(text.utf8), contentType: contentType)
    }
  }

  private static func response(_ body: [UInt8], contentType: String) -> HTTPResponse {
    HTTPResponse(status: 200, fields: ["Content-Type": contentType, "Cache-Control": "no-store"], body: body)
  }
}
