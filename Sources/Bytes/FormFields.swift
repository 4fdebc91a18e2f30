/// The fields of an `application/x-www-form-urlencoded` text in the order they came (WHATWG URL §5.1): a query string, a
/// form body, or what a redirect carries.
package struct FormFields: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  package private(set) var fields: [Field]

  package init(_ fields: [(String, String)] = []) { self.fields = fields.map { Field(name: $0.0, value: $0.1) } }

  /// Reads `text`. Blanks and quotes in values are kept; a field without `=` has an empty value. Nil when a name or a value
  /// is not UTF-8, or when there are more than `maximumFields`.
  package init?(parsing text: some StringProtocol, maximumFields: Int = 1_000) {
    self.init(parsing: Substring(text), maximumFields: maximumFields)
  }

  /// Concrete, since every request is read by it and other modules would not have a generic function specialised.
  package init?(parsing text: Substring, maximumFields: Int = 1_000) {
    self.init()
    for part in text.utf8.split(separator: 0x26) {
      guard fields.count < maximumFields else { return nil }
      let equals = part.firstIndex(of: 0x3D)
      let rawName = text[part.startIndex..<(equals ?? part.endIndex)]
      let rawValue = equals.map { text[part.index(after: $0)..<part.endIndex] } ?? text[part.endIndex..<part.endIndex]
      guard let name = Percent.decode(rawName, plusIsSpace: true),
        let value = Percent.decode(rawValue, plusIsSpace: true)
      else { return nil }
      append(name, value)
    }
  }

  /// The value of the first field of that name, compared exactly.
  package subscript(_ name: String) -> String? { fields.first { $0.name.hasSameBytes(as: name) }?.value }

  /// The value of the first field of that name when it is not empty.
  package func nonEmpty(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The first name that stands more than once, for the parameters Entra refuses when repeated.
  package var firstDuplicate: String? {
    var seen: Set<[UInt8]> = []
    return fields.first { !seen.insert(Array($0.name.utf8)).inserted }?.name
  }

  package mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// Sets the value of `name`, at the place of its first field or at the end.
  package mutating func set(_ name: String, _ value: String) {
    if let index = fields.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
      fields[index].value = value
    } else {
      append(name, value)
    }
  }

  /// Takes every field of that name away.
  package mutating func remove(_ name: String) { fields.removeAll { $0.name.hasSameBytes(as: name) } }

  /// The fields as Entra spells them on a redirect.
  package var encoded: String {
    fields.map { Percent.encodeForm($0.name) + "=" + Percent.encodeForm($0.value) }.joined(separator: "&")
  }
}
