import Bytes

/// A JSON text (RFC 8259) as a value. Objects keep the order of their members, because the bodies that clients compare have
/// one.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object, in order. Look-ups are linear: these objects are small.
package struct JSONObject: Sendable, Hashable {
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package private(set) var members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  package var names: [String] { members.map(\.name) }

  private func index(of name: String) -> Int? {
    // Most names differ in their length already.
    let count = name.utf8.count
    return members.indices.first { members[$0].name.utf8.count == count && members[$0].name.hasSameBytes(as: name) }
  }

  /// The value of that member; assigning replaces it where it stands or appends it, assigning nil takes it away.
  package subscript(_ name: String) -> JSONValue? {
    get { index(of: name).map { members[$0].value } }
    set {
      if let index = index(of: name) {
        if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      } else if let newValue {
        members.append(Member(name: name, value: newValue))
      }
    }
  }

  /// Adds a member without looking for one of that name; for building in a known order.
  package mutating func append(_ name: String, _ value: JSONValue) { members.append(Member(name: name, value: value)) }

  /// Adds the member unless `value` is nil: answers leave members out, they never send null for them.
  package mutating func append(_ name: String, _ value: String?) {
    if let value { append(name, .string(value)) }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { Member(name: $0.0, value: $0.1) })
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(name: $0.0, value: $0.1) }))
  }
}

extension JSONValue {
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The strings of an array that holds nothing else.
  package var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap(\.string)
    return strings.count == array.count ? strings : nil
  }

  /// The member of that name when this is an object.
  package subscript(_ name: String) -> JSONValue? { object?[name] }

  /// An array of strings.
  package static func strings(_ values: some Sequence<String>) -> JSONValue { .array(values.map { .string($0) }) }
}
