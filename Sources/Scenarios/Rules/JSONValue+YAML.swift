package import JSON
package import YAML

extension JSONValue {
  /// The same value in JSON. Plain `null`, `true` and numbers become what they look like. Every other scalar becomes a
  /// string.
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

  /// A number in the form that JSON has, so that `007` and `1_000` stay texts. Nil for any other text.
  private static func number(_ text: String) -> JSONValue? {
    switch try? JSONValue.parse(text) {
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    default: nil
    }
  }
}
