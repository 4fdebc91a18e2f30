package import JSON
package import YAML

extension YAMLNode {
  /// A JSON value for the scenario decoder. Texts become quoted scalars, so that the text `true` stays a text. Every
  /// node gets the place `mark`, since JSON values have none of their own.
  package init(_ value: JSONValue, mark: YAMLMark = YAMLMark(line: 1, column: 1)) {
    switch value {
    case .null: self.init(.scalar("null", isQuoted: false), mark: mark)
    case .bool(let bool): self.init(.scalar("\(bool)", isQuoted: false), mark: mark)
    case .integer, .double: self.init(.scalar(value.text, isQuoted: false), mark: mark)
    case .string(let text): self.init(.scalar(text, isQuoted: true), mark: mark)
    case .array(let items): self.init(.sequence(items.map { YAMLNode($0, mark: mark) }), mark: mark)
    case .object(let object):
      let entries = object.members.map { member in
        Entry(key: YAMLNode(.string(member.name), mark: mark), value: YAMLNode(member.value, mark: mark))
      }
      self.init(.mapping(entries), mark: mark)
    }
  }
}
