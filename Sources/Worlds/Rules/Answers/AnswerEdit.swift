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
  /// Whether a member that the body does not have is added. Without it a number takes the place of a text as text.
  package var addsMembers = true

  /// The client is told that the access token of this answer has ended. APIs take the token as long as before.
  package static let usedUp = {
    var edit = AnswerEdit(members: ["expires_in": 0, "ext_expires_in": 0], missing: ["refresh_in"])
    edit.addsMembers = false
    return edit
  }()

  package init(status: Int? = nil, fields: HTTPFields = [:], members: JSONObject = [:], missing: [String] = []) {
    self.status = status
    self.fields = fields
    self.members = members
    self.missing = missing
  }

  /// Makes the change. When the body is not a JSON object, its members stay, and the journal says so.
  package func apply(to response: inout HTTPResponse, _ exchange: inout Exchange) {
    if let status { response.status = status }
    for field in fields { response.fields.set(field.name, field.value) }
    guard !members.members.isEmpty || !missing.isEmpty else { return }
    guard let value = try? JSONValue.parse(response.body), var object = value.object else {
      exchange.because("the answer is not a JSON object, so it has no members to change")
      return
    }
    object.merge(addsMembers ? members.members : members.members.compactMap { Self.replacement($0, in: object) })
    object.remove(missing)
    response.body = JSONValue.object(object).serialized
  }

  /// The member in the form that `object` has it in; nil when `object` does not have it. Answers of v1.0 have their numbers
  /// as text.
  private static func replacement(_ member: JSONObject.Member, in object: JSONObject) -> JSONObject.Member? {
    guard let known = object[member.name] else { return nil }
    var member = member
    if known.string != nil, let number = member.value.integer { member.value = .string("\(number)") }
    return member
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
