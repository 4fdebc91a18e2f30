import Bytes
package import HTTPWire
package import JSON

/// A complete answer of a SCIM server.
package struct SCIMAnswer: Sendable, Hashable {
  package var status: Int
  package var fields: HTTPFields
  package var body: [UInt8]
  /// The URLs that redirects led to, in their order.
  package var redirects: [String] = []

  package init(status: Int, fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
    json = body.isEmpty ? nil : try? JSONValue.parse(body)
  }

  /// The body as JSON. Nil for any other body.
  package let json: JSONValue?

  /// The body's text; bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: body, as: UTF8.self) }

  package var isSuccess: Bool { 200..<300 ~= status }

  /// The media type without its parameters, in small letters. Empty for none.
  package var mediaType: String {
    let field = fields["Content-Type"] ?? ""
    let bytes = field.utf8.span
    var end = 0
    while end < bytes.count, bytes[end] != 0x3B { end += 1 }
    return ASCII.lowercased(ASCII.trimmed(bytes.text(0..<end)))
  }

  /// Whether the media type is SCIM's. Nearly every answer has it without a parameter.
  private var isSCIM: Bool { fields["Content-Type"] == SCIMRequest.scimType || mediaType == SCIMRequest.scimType }

  /// Whether the body is a page for people, such as a login page.
  package var isHTML: Bool {
    guard json == nil, !body.isEmpty else { return false }
    let start = ASCII.lowercased(ASCII.trimmed(String(text.drop { $0.isWhitespace }.prefix(15))))
    return mediaType == "text/html" || start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  /// The `scimType` of an error (RFC 7644 §3.12).
  package var scimType: String? { json?["scimType"]?.string }
}

/// What Entra reads although it is not as the RFC has it. People are told.
package enum SCIMAdvice: String, Sendable, Hashable, CaseIterable {
  /// JSON of another media type than `application/scim+json`.
  case mediaType
  /// A body without `schemas`.
  case noSchemas
  /// An `id` that is a number.
  case idAsNumber
  /// `totalResults` as text.
  case totalAsText
  /// `active` as text.
  case activeAsText
}

/// Why an answer is not what was asked for.
package enum SCIMReadError: Error, Sendable, Hashable {
  /// Another status than 200, or than 200 and 201 for a write.
  case status(Int)
  /// The body is a page for people.
  case html
  /// The body is not JSON.
  case notJSON
  /// A bare resource or array, or a list without `Resources` though it counts some.
  case notAList
  /// A resource without `id`, or a body that is not a resource.
  case noID
}

/// One user or group of the server.
package struct SCIMResource: Sendable, Hashable {
  package var id: String
  package var object: JSONObject
  package var advice: Set<SCIMAdvice> = []

  /// Reads a resource. Nil without an `id`.
  package init?(_ value: JSONValue) {
    guard let object = value.object else { return nil }
    switch object.member("id") {
    case .string(let text) where !text.isEmpty: id = text
    case .integer(let number):
      id = String(number)
      advice.insert(.idAsNumber)
    default: return nil
    }
    self.object = object
    if object.member("schemas")?.array == nil { advice.insert(.noSchemas) }
    if object.member("active")?.string != nil { advice.insert(.activeAsText) }
  }

  /// Whether the user may come in. Nil when the server does not say.
  package var isActive: Bool? { Self.flag(object.member("active")) }

  /// The ids of a group's members. Nil when the answer has no `members`.
  package var members: [String]? {
    object.member("members")?.array?.compactMap { $0.object?.member("value")?.string ?? $0.string }
  }
}

/// The answer to a filter.
package struct SCIMList: Sendable, Hashable {
  package var total: Int
  package var resources: [SCIMResource]
  package var advice: Set<SCIMAdvice> = []
}

extension SCIMAnswer {
  private func value() throws(SCIMReadError) -> JSONValue {
    if isHTML { throw .html }
    guard let json else { throw .notJSON }
    return json
  }

  /// Reads the answer to a filter, leniently: what is odd and can be read is an advice.
  package func list() throws(SCIMReadError) -> SCIMList {
    guard status == 200 else { throw .status(status) }
    let value = try value()
    guard let object = value.object, let counted = object.member("totalResults") else { throw .notAList }
    var list = SCIMList(total: 0, resources: [])
    switch counted {
    case .integer(let count): list.total = Int(clamping: count)
    case .string(let text):
      guard let count = Int(text) else { throw .notAList }
      list.total = count
      list.advice.insert(.totalAsText)
    default: throw .notAList
    }
    if object.member("schemas")?.array == nil { list.advice.insert(.noSchemas) }
    if !isSCIM { list.advice.insert(.mediaType) }
    let elements = object.member("Resources")?.array ?? []
    guard !elements.isEmpty || list.total == 0 else { throw .notAList }
    for element in elements {
      guard let resource = SCIMResource(element) else { throw .noID }
      list.advice.formUnion(resource.advice)
      list.resources.append(resource)
    }
    return list
  }

  /// Reads one resource: the answer to a GET by id, or to a POST (200 counts as 201).
  package func resource() throws(SCIMReadError) -> SCIMResource {
    guard status == 200 || status == 201 else { throw .status(status) }
    guard var resource = SCIMResource(try value()) else { throw .noID }
    if !isSCIM { resource.advice.insert(.mediaType) }
    return resource
  }
}
