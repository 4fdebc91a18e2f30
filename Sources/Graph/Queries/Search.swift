import Bytes
import JSON

/// `$search="displayName:al"`: finds objects in which that property, or one of its words, begins with the text.
struct Search: Sendable, Hashable {
  let property: String
  let text: String

  init(_ option: String, _ type: ObjectType) throws(GraphError) {
    let clause = ASCII.trimmed(option)
    guard clause.hasPrefix("\""), clause.hasSuffix("\""), clause.utf8.count > 2 else { throw .searchUnreadable(option) }
    let parts = clause.dropFirst().dropLast().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, let text = parts.last, !text.isEmpty, !text.contains("\""),
      let property = type.searchable.first(where: { ASCII.equalIgnoringCase($0, name) })
    else { throw .searchUnreadable(option) }
    self.property = property
    self.text = ASCII.lowercased(text)
  }

  func matches(_ value: JSONValue) -> Bool {
    guard let value = value.string.map({ ASCII.lowercased($0) }) else { return false }
    let words = value.utf8.split { !ASCII.isAlphanumeric($0) && $0 < 0x80 }
    return value.utf8.starts(with: text.utf8) || words.contains { $0.starts(with: text.utf8) }
  }
}
