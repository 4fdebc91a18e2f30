import Bytes

/// Header fields in the order in which they came. Names are compared without regard to case (RFC 9110 §5.1).
package struct HTTPFields: Sendable, Hashable, Sequence, ExpressibleByDictionaryLiteral {
  fileprivate struct Field: Hashable {
    var name: String
    var value: String
  }

  /// Gives the fields in their order, repeated names too.
  package struct Iterator: IteratorProtocol {
    private let fields: [Field]
    private var index = 0

    fileprivate init(_ fields: [Field]) { self.fields = fields }

    package mutating func next() -> (name: String, value: String)? {
      guard index < fields.count else { return nil }
      defer { index += 1 }
      return (fields[index].name, fields[index].value)
    }
  }

  private var fields: [Field] = []

  package init() {}

  package init(_ fields: [(String, String)]) { self.fields = fields.map { Field(name: $0.0, value: $0.1) } }

  package init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

  /// The number of field lines; a repeated name counts each time.
  package var count: Int { fields.count }

  package var isEmpty: Bool { fields.isEmpty }

  package func makeIterator() -> Iterator { Iterator(fields) }

  /// The value of the first field of that name. Nil when there is none.
  package subscript(_ name: String) -> String? {
    for index in fields.indices where HTTPSyntax.isSameName(fields[index].name, name) { return fields[index].value }
    return nil
  }

  /// The values of all fields of that name, in their order.
  package func all(_ name: String) -> [String] {
    var values: [String] = []
    for index in fields.indices where HTTPSyntax.isSameName(fields[index].name, name) {
      values.append(fields[index].value)
    }
    return values
  }

  /// Has one storage with the other fields for what is equal in both.
  package mutating func share(with other: Self) {
    if fields == other.fields {
      fields = other.fields
      return
    }
    for index in 0..<Swift.min(fields.count, other.fields.count) {
      fields[index].name.share(with: other.fields[index].name)
      fields[index].value.share(with: other.fields[index].value)
    }
  }

  /// Makes room for so many fields in all.
  package mutating func reserve(_ count: Int) { fields.reserveCapacity(count) }

  /// Adds a field at the end, also when the name is there already.
  package mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// Leaves exactly one field of that name: at the place of the first one, or at the end.
  package mutating func set(_ name: String, _ value: String) {
    guard let first = fields.indices.first(where: { HTTPSyntax.isSameName(fields[$0].name, name) }) else {
      return append(name, value)
    }
    fields[first].value = value
    for index in fields.indices.reversed() where index > first && HTTPSyntax.isSameName(fields[index].name, name) {
      fields.remove(at: index)
    }
  }

  /// Removes every field of that name.
  package mutating func remove(_ name: String) { fields.removeAll { HTTPSyntax.isSameName($0.name, name) } }

  /// Whether a comma-separated field such as `Connection` has `token` in its list, in any field of that name. Case
  /// does not count.
  package func hasListToken(_ name: String, _ token: String) -> Bool {
    for index in fields.indices where HTTPSyntax.isSameName(fields[index].name, name) {
      let field = fields[index]
      if HTTPSyntax.isSameName(field.value, token) { return true }
      guard field.value.utf8.contains(HTTPSyntax.comma) else { continue }
      for part in field.value.utf8.split(separator: 0x2C) {
        let text = ASCII.trimmed(field.value[part.startIndex..<part.endIndex])
        if HTTPSyntax.isSameName(text, token) { return true }
      }
    }
    return false
  }
}
