import JSON
package import YAML

extension YAMLNode {
  /// The node in one line of YAML that reads as it was written: a plain `1.50` or `0042` may be somebody's password, which a number
  /// between would change. Otherwise it is JSON.
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
