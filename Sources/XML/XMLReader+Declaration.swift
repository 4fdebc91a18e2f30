import Bytes

extension XMLReader {
  /// Reads `<?xml …?>` at the beginning, if it is there: version 1.0, no encoding but UTF-8.
  mutating func readDeclaration() throws(XMLError) {
    let start = index
    guard bytes[index...].starts(with: Array("<?xml".utf8)),
      bytes.dropFirst(index + 5).first.map(XMLCharacters.isSpace) == true
    else { return }
    index += 5
    var rest: ArraySlice<String> = ["version", "encoding", "standalone"]
    var isFirst = true
    while true {
      let hasSpace = skipSpace()
      if skip("?>") { break }
      let at = index
      let name = try readName()
      guard hasSpace, let place = rest.firstIndex(of: name), !isFirst || name == "version" else {
        throw error(.syntax("the XML declaration is not one"), at: at)
      }
      rest = rest[(place + 1)...]
      isFirst = false
      let value = try readDeclared()
      let isAllowed =
        switch name {
        case "version": value == "1.0"
        case "encoding": ASCII.lowercased(value) == "utf-8"
        default: value == "yes" || value == "no"
        }
      guard isAllowed else {
        throw error(name == "encoding" ? .encoding : .syntax("the XML declaration is not one"), at: at)
      }
    }
    if isFirst { throw error(.syntax("the XML declaration has no version"), at: start) }
  }

  private mutating func readDeclared() throws(XMLError) -> String {
    skipSpace()
    guard skip("=") else { throw error(.syntax("the XML declaration is not one"), at: index) }
    skipSpace()
    guard let quote = byte, quote == 0x22 || quote == 0x27 else {
      throw error(.syntax("the XML declaration is not one"), at: index)
    }
    index += 1
    let start = index
    guard let end = bytes[start...].prefix(32).firstIndex(of: quote) else {
      throw error(.syntax("the XML declaration is not one"), at: start)
    }
    steps += 32
    index = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
