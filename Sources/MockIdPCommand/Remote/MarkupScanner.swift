import Bytes

/// Reads the tags of a page that this program's own server made. It relies on two facts about those pages: attribute
/// values are quoted, and `script` elements contain no tags.
struct MarkupScanner {
  struct Tag: Sendable, Hashable {
    /// In small letters; the name of an end tag begins with a slash.
    var name: String
    var attributes: [String: String]

    subscript(_ attribute: String) -> String? { attributes[attribute] }
  }

  /// Set when the first form has ended: fields of later forms do not count.
  var ignoresFields = false
  private var rest: Substring.UTF8View

  init(_ html: String) { rest = html[...].utf8 }

  /// The next tag, nil at the end of the page.
  mutating func nextTag() -> Tag? {
    guard let open = rest.firstIndex(of: 0x3C) else { return nil }
    rest = rest[rest.index(after: open)...]
    let name = take { !Self.isBlank($0) && $0 != 0x3E }
    var tag = Tag(name: ASCII.lowercased(name), attributes: [:])
    while true {
      _ = take { Self.isBlank($0) || $0 == 0x2F }
      guard let next = rest.first else { return nil }
      if next == 0x3E {
        rest = rest.dropFirst()
        return tag
      }
      let attribute = ASCII.lowercased(take { !Self.isBlank($0) && $0 != 0x3D && $0 != 0x3E && $0 != 0x2F })
      tag.attributes[attribute] = takeValue() ?? ""
      if attribute.isEmpty { rest = rest.dropFirst() }
    }
  }

  /// The text between here and the next tag.
  mutating func textUpToNextTag() -> String { Self.unescaped(take { $0 != 0x3C }) }

  private mutating func takeValue() -> String? {
    guard rest.first == 0x3D else { return nil }
    rest = rest.dropFirst()
    guard let quote = rest.first, quote == 0x22 || quote == 0x27 else {
      return Self.unescaped(take { !Self.isBlank($0) && $0 != 0x3E })
    }
    rest = rest.dropFirst()
    defer { rest = rest.dropFirst() }
    return Self.unescaped(take { $0 != quote })
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> String {
    let end = rest.firstIndex { !condition($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(Substring(rest[..<end]))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Replaces character references: the five names of XML, and numbers. Other references stay as they are.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(0x26) else { return text }
    let names: [Substring: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    var result = String.UnicodeScalarView()
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "&") {
      result.append(contentsOf: rest[..<start].unicodeScalars)
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";") else { break }
      let name = rest[rest.index(after: start)..<end]
      var scalar = names[name]
      if name.hasPrefix("#x") || name.hasPrefix("#X") {
        scalar = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      } else if name.hasPrefix("#") {
        scalar = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
      }
      if let scalar {
        result.append(scalar)
        rest = rest[rest.index(after: end)...]
      } else {
        result.append("&")
        rest = rest.dropFirst()
      }
    }
    result.append(contentsOf: rest.unicodeScalars)
    return String(result)
  }
}
