package import JSON
package import YAML

extension JSONValue {
  /// The same value: plain `null`, `true` and numbers are what they look like, every other scalar is a string.
  package init(_ node: YAMLNode) {
    switch node.kind {
    case .scalar(let text, let isQuoted):
      if node.isNull {
        self = .null
      } else if let bool = node.bool {
        self = .bool(bool)
      } else if !isQuoted, let number = Self.number(text) {
        self = number
      } else {
        self = .string(text)
      }
    case .sequence(let items): self = .array(items.map { JSONValue($0) })
    case .mapping(let entries):
      self = .object(JSONObject(entries.map { JSONObject.Member(name: $0.name, value: JSONValue($0.value)) }))
    }
  }

  /// A number as JSON writes them, so that `007` and `1_000` stay texts.
  private static func number(_ text: String) -> JSONValue? {
    switch try? JSONValue.parse(text) {
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    default: nil
    }
  }
}
