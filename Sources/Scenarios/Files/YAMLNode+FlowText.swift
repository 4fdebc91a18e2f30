import JSON
package import YAML

extension YAMLNode {
  /// The node in one line of YAML that reads as it was written: a plain `1.50` or `0042` may be somebody's password, which a number
  /// between would change. Otherwise it is JSON.
  package var flowText: String {
    switch kind {
    case .scalar(let text, let isQuoted):
      if isNull { return "null" }
      if bool != nil || (!isQuoted && JSONValue.isNumber(text)) { return text }
      return JSONValue.string(text).text
    case .sequence(let items): return "[" + items.map(\.flowText).joined(separator: ",") + "]"
    case .mapping(let entries):
      let members = entries.map { JSONValue.string($0.name).text + ":" + $0.value.flowText }
      return "{" + members.joined(separator: ",") + "}"
    }
  }
}
