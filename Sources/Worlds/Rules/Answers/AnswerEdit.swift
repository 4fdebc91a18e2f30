package import HTTPWire
package import JSON

/// A change of an answer that an endpoint has made. An earlier edit may have changed it already.
package struct AnswerEdit: Sendable, Hashable {
  /// Nil: the status stays.
  package var status: Int?
  /// Each replaces the answer's field of the same name, or is added.
  package var fields: HTTPFields
  /// Members for the JSON object in the body. Each replaces the member of the same name, or is added.
  package var members: JSONObject
  /// Names of members that are left out of the JSON object in the body.
  package var missing: [String]

  package init(status: Int? = nil, fields: HTTPFields = [:], members: JSONObject = [:], missing: [String] = []) {
    self.status = status
    self.fields = fields
    self.members = members
    self.missing = missing
  }

  /// Makes the change. When the body is no JSON object, its members stay, and the journal says so.
  package func apply(to response: inout HTTPResponse, _ exchange: inout Exchange) {
    if let status { response.status = status }
    for field in fields { response.fields.set(field.name, field.value) }
    guard !members.members.isEmpty || !missing.isEmpty else { return }
    guard let value = try? JSONValue.parse(response.body), var object = value.object else {
      exchange.because("the answer is no JSON object, so it has no members to change")
      return
    }
    object.merge(members.members)
    object.remove(missing)
    response.body = JSONValue.object(object).serialized
  }
}

extension AnswerShape {
  /// Makes the edits in the answer, and sets how the connection delivers it. Refusals and replacements are not applied here.
  package func apply(to response: inout HTTPResponse, _ exchange: inout Exchange) {
    for edit in edits { edit.apply(to: &response, &exchange) }
    if delay > .zero { response.delivery.delay = delay }
    if let manner { response.delivery.manner = manner }
  }
}
