/// The fields of an `application/x-www-form-urlencoded` text in the order they came (WHATWG URL §5.1): a query string, a
/// form body, or what a redirect carries.
package struct FormFields: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  package private(set) var fields: [Field]

  /// So many names are compared with each other more quickly than they are put into a set.
  private static let fewFields = 16

  package init(_ fields: [(String, String)] = []) { self.fields = fields.map { Field(name: $0.0, value: $0.1) } }

  /// Reads `text`. Blanks and quotes in values are kept; a field without `=` has an empty value. Nil when a name or a value
  /// is not UTF-8, or when there are more than `maximumFields`.
  package init?(parsing text: some StringProtocol, maximumFields: Int = 1_000) {
    self.init(parsing: String(text), maximumFields: maximumFields)
  }

  /// Concrete, since every request is read by it and other modules would not have a generic function specialised.
  package init?(parsing text: String, maximumFields: Int = 1_000) {
    self.init()
    let bytes = text.utf8.span
    var start = 0
    while start < bytes.count {
      var equals: Int?
      var end = start
      while end < bytes.count, bytes[end] != 0x26 {
        if bytes[end] == 0x3D, equals == nil { equals = end }
        end += 1
      }
      if end > start {
        guard fields.count < maximumFields,
          let name = Percent.decode(bytes.extracting(start..<(equals ?? end)), plusIsSpace: true),
          let value = Percent.decode(bytes.extracting((equals.map { $0 + 1 } ?? end)..<end), plusIsSpace: true)
        else { return nil }
        append(name, value)
      }
      start = end + 1
    }
  }

  /// The value of the first field of that name, compared exactly.
  package subscript(_ name: String) -> String? { index(of: name).map { fields[$0].value } }

  // By index: an element taken out is two texts counted up and down.
  private func index(of name: String) -> Int? { fields.indices.first { fields[$0].name.hasSameBytes(as: name) } }

  /// The value of the first field of that name when it is not empty.
  package func nonEmpty(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The first name that stands more than once, for the parameters Entra refuses when repeated.
  package var firstDuplicate: String? {
    guard fields.count > Self.fewFields else {
      return fields.indices.first { later in
        fields[..<later].contains { $0.name.hasSameBytes(as: fields[later].name) }
      }.map { fields[$0].name }
    }
    var seen: Set<[UInt8]> = []
    return fields.first { !seen.insert(Array($0.name.utf8)).inserted }?.name
  }

  package mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// Sets the value of `name`, at the place of its first field or at the end.
  package mutating func set(_ name: String, _ value: String) {
    if let index = index(of: name) {
      fields[index].value = value
    } else {
      append(name, value)
    }
  }

  /// Takes every field of that name away.
  package mutating func remove(_ name: String) { fields.removeAll { $0.name.hasSameBytes(as: name) } }

  /// The fields as Entra spells them on a redirect.
  package var encoded: String {
    var output: [UInt8] = []
    output.reserveCapacity(512)
    for field in fields {
      if !output.isEmpty { output.append(0x26) }
      Percent.appendForm(field.name, to: &output)
      output.append(0x3D)
      Percent.appendForm(field.value, to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
