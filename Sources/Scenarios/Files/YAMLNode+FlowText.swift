import JSON
package import YAML

extension YAMLNode {
  /// The node in one line of YAML that reads as it was written. A plain `1.50` or `0042` keeps its form, since it may
  /// be a password, which a number would change. Everything else is written as JSON.
  package var flowText: String {
    switch kind {
    case .scalar(let text, _):
      switch JSONValue(self) {
      case .null: return "null"
      case .string: return JSONValue.string(text).text
      default: return text
      }
    case .sequence(let items): return "[" + items.map(\.flowText).joined(separator: ",") + "]"
    case .mapping(let entries):
      let members = entries.map { JSONValue.string($0.name).text + ":" + $0.value.flowText }
      return "{" + members.joined(separator: ",") + "}"
    }
  }
}
