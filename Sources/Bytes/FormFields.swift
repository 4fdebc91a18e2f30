/// The fields of an `application/x-www-form-urlencoded` text, in their order (WHATWG URL §5.1): of a query, of a
/// form's body, or of a redirect. A name may come several times.
package struct FormFields: Sendable, Hashable {
  /// A name and its value, both decoded.
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  /// In the order of the text.
  package private(set) var fields: [Field]

  /// Up to this number it is faster to compare the names than to put them into a set.
  private static let fewFields = 16

  package init(_ fields: [(String, String)] = []) { self.fields = fields.map { Field(name: $0.0, value: $0.1) } }

  /// Reads `text`. Blanks and quotes in values stay; a field without `=` has an empty value. Nil when a name or value
  /// is not UTF-8, or when there are more than `maximumFields` fields.
  package init?(parsing text: some StringProtocol, maximumFields: Int = 1_000) {
    self.init(parsing: String(text), maximumFields: maximumFields)
  }

  /// Does the same. Concrete, because the server reads every request with it, and the compiler does not specialise a
  /// generic function for other modules.
  package init?(parsing text: String, maximumFields: Int = 1_000) {
    self.init()
    fields.reserveCapacity(Self.fewFields)
    let bytes = text.utf8.span
    var isReadable = true
    bytes.forEachPiece(between: 0x26) { piece in
      guard isReadable, !piece.isEmpty else { return }
      let field = bytes.extracting(piece)
      let equals = field.firstIndex(of: 0x3D)
      guard fields.count < maximumFields,
        let name = Percent.decode(field.extracting(0..<(equals ?? field.count)), plusIsSpace: true),
        let value = Percent.decode(field.extracting((equals.map { $0 + 1 } ?? field.count)...), plusIsSpace: true)
      else {
        isReadable = false
        return
      }
      append(name, value)
    }
    if !isReadable { return nil }
  }

  /// The value of the first field with exactly that name. Nil when there is none.
  package subscript(_ name: String) -> String? { index(of: name).map { fields[$0].value } }

  // By index: to copy an element out retains and releases two texts.
  private func index(of name: String) -> Int? {
    let count = name.utf8.count
    return fields.indices.first { fields[$0].name.utf8.count == count && fields[$0].name.hasSameBytes(as: name) }
  }

  /// The value of the first field with that name. Nil when there is none, or when it is empty.
  package func nonEmpty(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The first name that comes more than once, because Entra refuses some repeated parameters. Nil when there is
  /// none.
  package var firstDuplicate: String? {
    guard fields.count > Self.fewFields else {
      return fields.indices.first { later in
        fields[..<later].contains { $0.name.hasSameBytes(as: fields[later].name) }
      }.map { fields[$0].name }
    }
    var seen: Set<[UInt8]> = []
    return fields.first { !seen.insert(Array($0.name.utf8)).inserted }?.name
  }

  /// Adds a field at the end, also when there is one of that name.
  package mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// Sets the value of the first field with that name, or adds a field at the end.
  package mutating func set(_ name: String, _ value: String) {
    if let index = index(of: name) {
      fields[index].value = value
    } else {
      append(name, value)
    }
  }

  /// Removes every field with that name.
  package mutating func remove(_ name: String) { fields.removeAll { $0.name.hasSameBytes(as: name) } }

  /// The fields as text, in Entra's form for redirects (`Percent.encodeForm`).
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
