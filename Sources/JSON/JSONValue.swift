import Bytes

/// A JSON text (RFC 8259) as a value. Objects keep the order of their members, because clients may compare whole
/// bodies.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits into 64 bits.
  case integer(Int64)
  /// Any other number. The parser refuses numbers beyond its range.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object, in their order. A search compares every name, because these objects are small.
package struct JSONObject: Sendable, Hashable {
  /// A name and its value.
  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// In the order of the text or of the appends. The parser gives each name once; `append` does not check.
  package private(set) var members: [Member]

  /// The caller makes sure that each name comes once.
  package init(_ members: [Member] = []) { self.members = members }

  package var names: [String] { members.map(\.name) }

  private func index(of name: String) -> Int? {
    // Most names differ in their length, which is faster to compare.
    let count = name.utf8.count
    return members.indices.first { members[$0].name.utf8.count == count && members[$0].name.hasSameBytes(as: name) }
  }

  /// The value of that member; nil when there is none. A new value replaces the old one at its place, or is appended.
  /// Nil removes the member.
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

  /// The member of that name in any ASCII case; one in the same case comes first.
  package func member(_ name: String) -> JSONValue? {
    self[name] ?? members.first { ASCII.equalIgnoringCase($0.name, name) }?.value
  }

  /// Sets each of the members as the subscript does. Made for lists that a request brings: each member costs the same,
  /// however many there are.
  package mutating func merge(_ others: [Member]) {
    guard others.count > Self.few, members.count + others.count > Self.small else {
      for member in others { self[member.name] = member.value }
      return
    }
    var places: [[UInt8]: Int] = [:]
    for (index, member) in members.enumerated() where places[Array(member.name.utf8)] == nil {
      places[Array(member.name.utf8)] = index
    }
    for member in others {
      let place = places[Array(member.name.utf8), default: members.count]
      if place < members.count {
        members[place].value = member.value
      } else {
        places[Array(member.name.utf8)] = place
        members.append(member)
      }
    }
  }

  /// Removes the members of those names, each of which costs the same.
  package mutating func remove(_ names: [String]) {
    guard !names.isEmpty else { return }
    let names = Set(names.map { Array($0.utf8) })
    members.removeAll { names.contains(Array($0.name.utf8)) }
  }

  /// So many members are searched one by one.
  private static let small = 32
  /// For so few others a table of all members would take longer than their searches.
  private static let few = 4

  /// Makes room for so many members in all.
  package mutating func reserve(_ count: Int) { members.reserveCapacity(count) }

  /// Appends a member without a search for one of that name. For objects that are built in a known order.
  package mutating func append(_ name: String, _ value: JSONValue) { members.append(Member(name: name, value: value)) }

  /// Appends the member unless `value` is nil: answers leave such members out and never send null.
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
  /// The text of a string; nil for any other value.
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number when it was written as an integer of 64 bits; nil for any other value, also for `1.0`.
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// Nil for any other value than `true` and `false`.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// Nil for any other value than an array.
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// Nil for any other value than an object.
  package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The strings of an array. Nil when one element is not a string, and for any other value.
  package var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap(\.string)
    return strings.count == array.count ? strings : nil
  }

  /// The member of that name. Nil when there is none, and for any other value than an object.
  package subscript(_ name: String) -> JSONValue? { object?[name] }

  /// An array of strings.
  package static func strings(_ values: some Sequence<String>) -> JSONValue { .array(values.map { .string($0) }) }
}
