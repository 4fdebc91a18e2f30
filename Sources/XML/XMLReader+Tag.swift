import Bytes

// Start tags: names, attributes, and what declarations make of them.

extension XMLReader {
  /// Reads a start tag from its `<` to its `>`. What it declares is in scope afterwards.
  mutating func readTag() throws(XMLError) -> (element: XMLElement, isClosed: Bool) {
    let start = index
    let place = place(start)
    index += 1
    let name = try readName()
    var attributes: [(attribute: XMLAttribute, index: Int)] = []
    var isClosed = false
    while true {
      let hasSpace = skipSpace()
      if skip(">") { break }
      if skip("/>") {
        isClosed = true
        break
      }
      guard hasSpace else { throw error(.syntax("the start tag \(Self.shown(name)) does not end"), at: index) }
      let at = index
      guard attributes.count < limits.attributes else {
        throw error(.limit("an element has more than \(limits.attributes) attributes"), at: at)
      }
      attributes.append((try readAttribute(), at))
    }
    for (attribute, at) in attributes where attribute.isDeclaration { try declare(attribute, at: at) }
    var element = XMLElement(name, in: "")
    guard element.prefix != "xmlns" else {
      throw error(.namespace("an element may not have the prefix xmlns"), at: start)
    }
    element.namespace = try namespace(of: element.prefix, at: start)
    element.place = place
    for index in attributes.indices where !attributes[index].attribute.prefix.isEmpty {
      guard !attributes[index].attribute.isDeclaration else { continue }
      attributes[index].attribute.namespace = try namespace(
        of: attributes[index].attribute.prefix, at: attributes[index].index)
    }
    var names: Set<AttributeName> = []
    for (attribute, at) in attributes where !names.insert(AttributeName(attribute)).inserted {
      throw error(.syntax("the attribute \(Self.shown(attribute.name)) stands there twice"), at: at)
    }
    element.attributes = attributes.map(\.attribute)
    return (element, isClosed)
  }

  /// What no two attributes of an element have in common.
  private struct AttributeName: Hashable {
    let namespace: String
    let local: String

    init(_ attribute: XMLAttribute) { (namespace, local) = (attribute.namespace, attribute.local) }
  }

  /// A name with at most one colon.
  mutating func readName() throws(XMLError) -> String {
    let start = index
    while let byte, !Self.endsName(byte) { index += 1 }
    steps += index - start + 1
    guard index - start <= limits.valueBytes else {
      throw error(.limit("a name has more than \(limits.valueBytes) bytes"), at: start)
    }
    let name = String(decoding: bytes[start..<index], as: UTF8.self)
    guard XMLCharacters.isQualifiedName(name) else {
      throw error(.syntax(name.isEmpty ? "a name is missing" : "\(Self.shown(name)) is not a name"), at: start)
    }
    return name
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E, 0x3D, 0x3C, 0x26, 0x22, 0x27: true
    default: false
    }
  }

  /// An attribute whose prefix is not yet resolved.
  private mutating func readAttribute() throws(XMLError) -> XMLAttribute {
    let name = try readName()
    skipSpace()
    guard skip("=") else { throw error(.syntax("the attribute \(Self.shown(name)) has no value"), at: index) }
    skipSpace()
    var attribute = XMLAttribute(name, try readValue())
    if attribute.prefix == "xmlns" || attribute.prefix.isEmpty && attribute.local == "xmlns" {
      attribute.namespace = XMLNamespace.declarations
    }
    return attribute
  }

  /// A value in quotes. White space in it is a space, unless it stands there as a reference.
  private mutating func readValue() throws(XMLError) -> String {
    let start = index
    guard let quote = byte, quote == 0x22 || quote == 0x27 else {
      throw error(.syntax("an attribute's value does not stand in quotes"), at: index)
    }
    index += 1
    var value: [UInt8] = []
    while let byte {
      steps += 1
      guard value.count <= limits.valueBytes else {
        throw error(.limit("an attribute's value has more than \(limits.valueBytes) bytes"), at: start)
      }
      switch byte {
      case quote:
        index += 1
        return String(decoding: value, as: UTF8.self)
      case 0x3C: throw error(.syntax("< stands in an attribute's value"), at: index)
      case 0x26: value += try readReference()
      default:
        try checkCharacter(byte)
        index += 1
        if byte == 0x0D, self.byte == 0x0A { index += 1 }
        value.append(XMLCharacters.isSpace(byte) ? 0x20 : byte)
      }
    }
    throw error(.syntax("an attribute's value does not end"), at: start)
  }

  /// Takes a declaration into scope.
  private mutating func declare(_ attribute: XMLAttribute, at index: Int) throws(XMLError) {
    let (prefix, name) = (attribute.declared, attribute.value)
    if prefix == "xml", name == XMLNamespace.xml { return }
    guard prefix != "xml", prefix != "xmlns", name != XMLNamespace.xml, name != XMLNamespace.declarations else {
      throw error(.namespace("what xml and xmlns stand for cannot be declared"), at: index)
    }
    guard prefix.isEmpty || !name.isEmpty else {
      throw error(.namespace("the prefix \(Self.shown(prefix)) is declared to stand for nothing"), at: index)
    }
    guard name.isEmpty || Self.hasScheme(name) else {
      throw error(.namespace("the namespace \(Self.shown(name)) is relative"), at: index)
    }
    scope.append((prefix, name))
    guard scope.count <= limits.namespaces else {
      throw error(.limit("more than \(limits.namespaces) namespaces are in scope"), at: index)
    }
  }

  /// Whether a namespace is an absolute URI: a letter, letters and digits, a colon.
  private static func hasScheme(_ name: String) -> Bool {
    guard let first = name.utf8.first, ASCII.isLetter(first) else { return false }
    let rest = name.utf8.drop { ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    return rest.first == 0x3A
  }

  private mutating func namespace(of prefix: String, at index: Int) throws(XMLError) -> String {
    if prefix == "xml" { return XMLNamespace.xml }
    for declaration in scope.reversed() {
      steps += 1
      if declaration.prefix.hasSameBytes(as: prefix) { return declaration.name }
    }
    guard prefix.isEmpty else {
      throw error(.namespace("the prefix \(Self.shown(prefix)) is not declared"), at: index)
    }
    return ""
  }
}
