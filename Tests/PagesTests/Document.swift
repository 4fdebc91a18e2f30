import Bytes

@testable import Pages

/// A page taken apart: its tags in order with their attributes decoded, and its text. Strict about what pages are made of
/// (quoted values, the five entities), so that anything else in a page fails a test.
struct Document {
  struct Tag: Hashable {
    /// With `/` in front when it closes.
    var name: String
    var attributes: [String: String] = [:]
    /// The text between this tag and the next.
    var text = ""

    subscript(_ attribute: String) -> String? { attributes[attribute] }
  }

  struct Malformed: Error {
    var reason: String
  }

  private(set) var tags: [Tag] = []

  init(_ page: any Page) throws { try self.init(page.html()) }

  init(_ bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed(reason: "not UTF-8") }
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<") {
      try addText(rest[..<open])
      rest = rest[rest.index(after: open)...]
      var tag = Tag(name: String(rest.prefix { $0 != " " && $0 != ">" && $0 != "\n" }))
      rest = rest.dropFirst(tag.name.count)
      while true {
        rest = rest.drop { $0 == " " || $0 == "\n" }
        if rest.first == "/" { rest = rest.dropFirst() }
        if rest.first == ">" { break }
        try Self.readAttribute(&rest, into: &tag)
      }
      rest = rest.dropFirst()
      tags.append(tag)
      if tag.name == "script" || tag.name == "style" {
        let end = rest.ranges(of: "</\(tag.name)>").first?.lowerBound ?? rest.endIndex
        tags[tags.count - 1].text = String(rest[..<end])
        rest = rest[end...]
      }
    }
    try addText(rest)
  }

  private mutating func addText(_ text: Substring) throws {
    guard !tags.isEmpty else { return }
    tags[tags.count - 1].text += try Self.decoded(text)
  }

  private static func readAttribute(_ rest: inout Substring, into tag: inout Tag) throws {
    let name = rest.prefix { $0 != "=" && $0 != " " && $0 != ">" && $0 != "\n" }
    guard !name.isEmpty, name.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x2D }) || name == "!DOCTYPE" else {
      throw Malformed(reason: "attribute name at \(rest.prefix(30))")
    }
    rest = rest.dropFirst(name.count)
    var value = ""
    if rest.first == "=" {
      rest = rest.dropFirst()
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
        throw Malformed(reason: "unquoted value of \(name)")
      }
      value = try decoded(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    }
    guard tag.attributes.updateValue(value, forKey: String(name)) == nil else {
      throw Malformed(reason: "\(name) twice in \(tag.name)")
    }
  }

  private static func decoded(_ text: Substring) throws -> String {
    var output = ""
    for (index, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
      guard index > 0 else {
        output += part
        continue
      }
      let entities = ["lt;": "<", "gt;": ">", "amp;": "&", "quot;": "\"", "#39;": "'", "#10;": "\n", "#13;": "\r"]
      guard let (name, character) = entities.first(where: { part.hasPrefix($0.key) }) else {
        throw Malformed(reason: "bare & before \(part.prefix(20))")
      }
      output += character + part.dropFirst(name.count)
    }
    return output
  }

  func all(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

  func element(id: String) -> Tag? { tags.first { $0["id"] == id } }

  func field(_ name: String) -> Tag? { tags.first { $0["name"] == name && $0.name != "meta" } }

  /// The tags and attribute names without the values: what no value may change.
  var skeleton: [String] { tags.map { ([$0.name] + $0.attributes.keys.sorted()).joined(separator: " ") } }

  /// All text outside of `script` and `style`.
  var text: String { tags.filter { $0.name != "script" && $0.name != "style" }.map(\.text).joined() }
}
