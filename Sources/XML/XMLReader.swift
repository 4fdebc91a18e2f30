import Bytes

/// Reads one text from its first byte to its last and never goes back. No call calls itself, whatever the depth.
struct XMLReader {
  let bytes: [UInt8]
  let limits: XMLLimits
  let keepsComments: Bool
  var index = 0
  var steps = 0
  var hasCDATA = false
  var hasComments = false

  /// Elements whose end tag is still to come.
  private var open: [Open] = []
  /// Declarations in scope, the newest last.
  var scope: [(prefix: String, name: String)] = []
  /// The text since the last tag.
  private var text: [UInt8] = []
  private var nodes = 0
  private var seen = (index: 0, place: XMLPlace(line: 1, position: 1))

  private struct Open {
    var element: XMLElement
    /// How many declarations were in scope around it.
    var outerScope: Int
  }

  init(bytes: [UInt8], limits: XMLLimits, keepsComments: Bool) {
    self.bytes = bytes
    self.limits = limits
    self.keepsComments = keepsComments
  }

  mutating func read() throws(XMLError) -> XMLElement {
    guard bytes.count <= limits.bytes else {
      throw error(.limit("the text has more than \(limits.bytes) bytes"), at: limits.bytes)
    }
    try checkEncoding()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try readDeclaration()
    try skipOutsideOfRoot()
    guard index < bytes.count else { throw error(.syntax("there is no element"), at: index) }
    guard bytes[index] == 0x3C else { throw error(.syntax("a text stands outside of the root element"), at: index) }
    var root = try startTag()
    while !open.isEmpty {
      if let closed = try readContent() { root = closed }
    }
    guard let root else { throw error(.syntax("there is no element"), at: index) }
    try skipOutsideOfRoot()
    guard index == bytes.count else {
      throw error(.syntax("something follows the root element"), at: index)
    }
    return root
  }

  // MARK: Bytes

  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  func error(_ reason: XMLError.Reason, at index: Int) -> XMLError {
    var reader = self
    return XMLError(reason: reason, place: reader.place(index))
  }

  /// The line and position of a byte. Asked from the front to the back, it looks at each byte once.
  mutating func place(_ index: Int) -> XMLPlace {
    if index < seen.index { seen = (0, XMLPlace(line: 1, position: 1)) }
    let end = min(index, bytes.count)
    steps += max(0, end - seen.index)
    while seen.index < end {
      let byte = bytes[seen.index]
      let endsLine = byte == 0x0A || byte == 0x0D && !(seen.index + 1 < bytes.count && bytes[seen.index + 1] == 0x0A)
      if endsLine {
        seen.place = XMLPlace(line: seen.place.line + 1, position: 1)
      } else {
        seen.place.position += 1
      }
      seen.index += 1
    }
    return seen.place
  }

  mutating func skip(_ expected: StaticString) -> Bool {
    let isThere = expected.withUTF8Buffer { bytes[index...].starts(with: $0) }
    steps += 1
    if isThere { index += expected.utf8CodeUnitCount }
    return isThere
  }

  /// Whether there was any.
  @discardableResult mutating func skipSpace() -> Bool {
    let start = index
    while let byte, XMLCharacters.isSpace(byte) { index += 1 }
    steps += index - start + 1
    return index > start
  }

  private func checkEncoding() throws(XMLError) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    let repaired = String(decoding: bytes, as: UTF8.self).utf8
    throw error(.encoding, at: zip(bytes, repaired).prefix { $0 == $1 }.count)
  }

  // MARK: Outside of the root

  private mutating func skipOutsideOfRoot() throws(XMLError) {
    while true {
      skipSpace()
      let start = index
      if skip("<!--") {
        _ = try readComment(from: start)
      } else {
        try refuseOddMarkup()
        return
      }
    }
  }

  /// Refuses a document type and processing instructions.
  private mutating func refuseOddMarkup() throws(XMLError) {
    let start = index
    if skip("<!") { throw error(.refused("a document type is not read here"), at: start) }
    if skip("<?") { throw error(.refused("a processing instruction is not read here"), at: start) }
  }

  // MARK: Content

  /// Reads the next piece of the innermost open element. The root, when that is what was closed.
  private mutating func readContent() throws(XMLError) -> XMLElement? {
    let start = index
    switch byte {
    case nil: throw error(.syntax("the text ends within the element \(open.last?.element.name ?? "")"), at: index)
    case 0x26: text += try readReference()
    case 0x3C where skip("</"): return try endTag(from: start)
    case 0x3C where skip("<!--"):
      let comment = try readComment(from: start)
      guard keepsComments else { break }
      try endText()
      try add(.comment(comment))
    case 0x3C where skip("<![CDATA["):
      hasCDATA = true
      try readCDATA(from: start)
    case 0x3C:
      try refuseOddMarkup()
      try endText()
      return try startTag()
    default: try readText()
    }
    guard text.count <= limits.textBytes else {
      throw error(.limit("a text has more than \(limits.textBytes) bytes"), at: start)
    }
    return nil
  }

  private mutating func readText() throws(XMLError) {
    while let byte, byte != 0x3C, byte != 0x26 {
      steps += 1
      if byte == 0x5D, bytes[index...].starts(with: [0x5D, 0x5D, 0x3E]) {
        throw error(.syntax("]]> stands in a text"), at: index)
      }
      try addCharacter(byte)
    }
  }

  private mutating func readCDATA(from start: Int) throws(XMLError) {
    while let byte {
      steps += 1
      if byte == 0x5D, skip("]]>") { return }
      try addCharacter(byte)
    }
    throw error(.syntax("a CDATA section does not end"), at: start)
  }

  /// Takes the byte over, with a line's end as a line feed.
  private mutating func addCharacter(_ byte: UInt8) throws(XMLError) {
    try checkCharacter(byte)
    index += 1
    guard byte == 0x0D else { return text.append(byte) }
    if self.byte == 0x0A { index += 1 }
    text.append(0x0A)
  }

  /// Refuses bytes of characters that XML 1.0 does not have.
  func checkCharacter(_ byte: UInt8) throws(XMLError) {
    let isForbidden =
      byte < 0x20 && !XMLCharacters.isSpace(byte)
      || byte == 0xEF && index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
    if isForbidden { throw error(.syntax("the text has a character that XML does not have"), at: index) }
  }

  /// The text of a comment whose first four bytes were read.
  private mutating func readComment(from start: Int) throws(XMLError) -> String {
    hasComments = true
    let first = index
    while let byte {
      steps += 1
      if byte == 0x2D, skip("--") {
        let end = index - 2
        guard skip(">") else { throw error(.syntax("-- stands in a comment"), at: end) }
        return String(decoding: bytes[first..<end], as: UTF8.self)
      }
      try checkCharacter(byte)
      index += 1
    }
    throw error(.syntax("a comment does not end"), at: start)
  }

  /// What a reference stands for, in UTF-8. Only the five of XML and those to characters are known.
  mutating func readReference() throws(XMLError) -> [UInt8] {
    let start = index
    index += 1
    let end = bytes[index...].prefix(16).firstIndex(of: 0x3B)
    steps += 16
    guard let end else { throw error(.syntax("a reference does not end"), at: start) }
    let name = bytes[index..<end]
    index = end + 1
    if name.first == 0x23 {
      guard let scalar = Self.scalar(name.dropFirst()), XMLCharacters.isAllowed(scalar) else {
        throw error(.syntax("a reference is to a character that XML does not have"), at: start)
      }
      return Array(String(scalar).utf8)
    }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return [0x26]
    case "lt": return [0x3C]
    case "gt": return [0x3E]
    case "quot": return [0x22]
    case "apos": return [0x27]
    case let name: throw error(.refused("the entity \(XMLReader.shown(name)) is not read here"), at: start)
    }
  }

  private static func scalar(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let isHexadecimal = digits.first == 0x78
    let digits = isHexadecimal ? digits.dropFirst() : digits
    guard !digits.isEmpty else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      guard let number = ASCII.hexValue(digit), isHexadecimal || number < 10 else { return nil }
      value = value * (isHexadecimal ? 16 : 10) + UInt32(number)
      guard value <= 0x10FFFF else { return nil }
    }
    return Unicode.Scalar(value)
  }

  /// A name for a message: its beginning.
  static func shown(_ name: String) -> String { String(name.prefix(40)) }

  // MARK: Elements

  private mutating func add(_ node: XMLNode) throws(XMLError) {
    nodes += 1
    guard nodes <= limits.nodes else {
      throw error(.limit("the document has more than \(limits.nodes) nodes"), at: index)
    }
    open[open.count - 1].element.children.append(node)
  }

  private mutating func endText() throws(XMLError) {
    guard !text.isEmpty else { return }
    try add(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }

  /// The root, when its start tag closes it.
  private mutating func startTag() throws(XMLError) -> XMLElement? {
    let start = index
    let outerScope = scope.count
    guard open.count < limits.depth else {
      throw error(.limit("elements are more than \(limits.depth) deep"), at: start)
    }
    nodes += 1
    let tag = try readTag()
    guard tag.isClosed else {
      open.append(Open(element: tag.element, outerScope: outerScope))
      return nil
    }
    scope.removeLast(scope.count - outerScope)
    return try end(tag.element)
  }

  /// The root, when that is what ends.
  private mutating func endTag(from start: Int) throws(XMLError) -> XMLElement? {
    let name = try readName()
    skipSpace()
    guard skip(">") else { throw error(.syntax("an end tag does not end"), at: index) }
    try endText()
    guard let last = open.popLast(), last.element.name.utf8.elementsEqual(name.utf8) else {
      throw error(.syntax("the end tag \(XMLReader.shown(name)) does not fit its start tag"), at: start)
    }
    scope.removeLast(scope.count - last.outerScope)
    return try end(last.element)
  }

  private mutating func end(_ element: XMLElement) throws(XMLError) -> XMLElement? {
    if open.isEmpty { return element }
    guard nodes <= limits.nodes else {
      throw error(.limit("the document has more than \(limits.nodes) nodes"), at: index)
    }
    open[open.count - 1].element.children.append(.element(element))
    return nil
  }
}
