import Bytes
package import JSON

/// The place of one value in a resource, in the form of Entra's mappings and of SCIM's changes: `userName`, `name.givenName`,
/// `emails[type eq "work"].value`, `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department`.
package final class SCIMPath: Sendable, Hashable, CustomStringConvertible {
  /// The part in brackets: elements whose `name` has that value.
  package struct Filter: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  /// The whole path, as it is sent.
  package let description: String
  /// The URN of an extension. Nil for an attribute of the core schema.
  package let schema: String?
  /// The attribute at the top, or of the extension.
  package let attribute: String
  package let filter: Filter?
  /// The part after the dot. Nil when the path means the whole attribute.
  package let subAttribute: String?
  /// Where the value stands in the body of a new user: paths whose values follow each other there have places that follow each other as
  /// texts, and those of one member of the body stand together.
  let place: String

  package static func == (one: SCIMPath, other: SCIMPath) -> Bool { one.description == other.description }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// Reads a path. Nil for a text that has none of the four forms.
  package init?(_ text: String) {
    var rest = text[...]
    if ASCII.lowercased(text.prefix(4)) == "urn:" {
      guard let colon = text.prefix(while: { $0 != "[" }).lastIndex(of: ":") else { return nil }
      schema = String(text[..<colon])
      rest = text[text.index(after: colon)...]
    } else {
      schema = nil
    }
    let name = rest.prefix { $0 != "[" && $0 != "." }
    guard Self.isName(name) else { return nil }
    attribute = String(name)
    rest = rest[name.endIndex...]
    if rest.first == "[" {
      guard let close = rest.lastIndex(of: "]"),
        let filter = Self.filter(rest[rest.index(after: rest.startIndex)..<close])
      else {
        return nil
      }
      self.filter = filter
      rest = rest[rest.index(after: close)...]
    } else {
      filter = nil
    }
    if rest.isEmpty {
      subAttribute = nil
    } else {
      let name = rest.dropFirst()
      guard rest.first == ".", Self.isName(name) else { return nil }
      subAttribute = String(name)
    }
    description = text
    place = Self.place(schema, attribute, filter, subAttribute)
  }

  /// The members of a new user that come first, and the parts of a name, in Entra's order (observed). The others follow by name.
  private static let first = ["schemas", "externalId", "userName", "active"]
  private static let firstOfName = ["formatted", "familyName", "givenName"]

  private static func place(_ schema: String?, _ attribute: String, _ filter: Filter?, _ part: String?) -> String {
    func ranked(_ name: String, _ first: [String]) -> String { "\(first.firstIndex(of: name) ?? first.count)\(name)" }
    // The mark comes before all characters of names, so that a name comes before those that it begins.
    let mark = "\u{1}"
    if let schema { return [schema == SCIMNames.enterpriseUser ? "8" : "9", schema, mark, attribute].joined() }
    let member = ranked(attribute, first)
    if let filter { return [member, mark, "2", filter.value, mark, filter.name, mark, part ?? "value"].joined() }
    guard let part else { return member }
    return [member, mark, "1", ranked(part, attribute == "name" ? firstOfName : [])].joined()
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x24 || $0 == 0x2D || $0 == 0x5F }
  }

  private static func filter(_ text: Substring) -> Filter? {
    let words = text.split(separator: " ", maxSplits: 2)
    guard words.count == 3, isName(words[0]), ASCII.lowercased(String(words[1])) == "eq", words[2].count >= 2,
      words[2].first == "\"", words[2].last == "\""
    else { return nil }
    return Filter(name: String(words[0]), value: String(words[2].dropFirst().dropLast()))
  }

  /// The value at this place of a resource. Nil when there is none, or null. Names are compared without regard to case, as
  /// RFC 7643 §2.1 has it. A path that means a whole complex attribute with a `value`, such as the manager's, is that `value`.
  package func value(in resource: JSONObject) -> JSONValue? {
    var object = resource
    if let schema {
      guard let inner = resource.member(schema)?.object else { return nil }
      object = inner
    }
    guard var value = object.member(attribute), value != .null else { return nil }
    if let filter {
      guard let element = value.array?.first(where: { Self.element($0, meets: filter) }) else { return nil }
      value = element
    }
    if let subAttribute { return value.object?.member(subAttribute).flatMap { $0 == .null ? nil : $0 } }
    if ASCII.equalIgnoringCase(description, SCIMNames.manager) {
      return value.object?.member("value")?.string.map { .string($0) }
    }
    return value
  }

  private static func element(_ element: JSONValue, meets filter: Filter) -> Bool {
    switch element.object?.member(filter.name) {
    case .string(let text): ASCII.equalIgnoringCase(text, filter.value)
    case .bool(let flag): ASCII.equalIgnoringCase(flag ? "true" : "false", filter.value)
    default: false
    }
  }
}
