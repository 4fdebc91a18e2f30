package import HTTPWire
import JSON

/// The answer of a service of Azure in the place of what was asked for.
package struct ServiceRefusal: Sendable {
  package var status = 401
  /// The values of `WWW-Authenticate`, each a field of its own.
  package var challenges: [String] = []
  /// Nil: the answer has no body.
  package var contentType: String?
  package var body = ""
  package var fields = HTTPFields()

  package init(
    status: Int = 401, challenges: [String] = [], contentType: String? = nil, body: String = "",
    fields: HTTPFields = [:]
  ) {
    self.status = status
    self.challenges = challenges
    self.contentType = contentType
    self.body = body
    self.fields = fields
  }

  package var response: HTTPResponse {
    var fields = fields
    if let contentType { fields.set("Content-Type", contentType) }
    for challenge in challenges { fields.append("WWW-Authenticate", challenge) }
    return HTTPResponse(status: status, fields: fields, body: Array(body.utf8))
  }

  package static let json = "application/json; charset=utf-8"

  /// `{"error":{"code":…,"message":…}}`.
  static func error(_ code: String, _ message: String) -> String {
    JSONValue.object(["error": .object(["code": .string(code), "message": .string(message)])]).text
  }
}
