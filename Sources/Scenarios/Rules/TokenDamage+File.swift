import Bytes
package import JOSE
import JSON
package import YAML

extension TokenDamage {
  /// Takes `with`, `claims` and `without` out of a mapping. Each may be missing.
  init(_ fields: inout FileMapping) throws(ScenarioError) {
    var faults: [Fault] = []
    for item in fields.take("with")?.oneOrMany() ?? [] {
      let fault = try item.choice(Fault.self, called: "fault")
      if !faults.contains(fault) { faults.append(fault) }
    }
    var changed = JSONObject()
    if let claims = try fields.section("claims") {
      changed.merge(claims.entries.map { JSONObject.Member(name: $0.value.key, value: JSONValue($0.value.node)) })
    }
    let names = SeenWords(changed.names)
    var missing: [String] = []
    for item in fields.take("without")?.oneOrMany() ?? [] {
      let name = try item.text("a claim or a list of claims")
      guard !names.contains(name) else { throw item.error("'\(name)' is also changed under 'claims'; do one of both") }
      missing.append(name)
    }
    self.init(faults, changed: changed, missing: missing)
  }

  /// Reads a mapping that has only these keys: `{ with: expired, claims: { … }, without: […] }`. `file` is the name
  /// that errors begin with.
  /// - Throws: `ScenarioError`.
  package init(from node: YAMLNode, file: String) throws(ScenarioError) {
    var fields = try FileMapping(
      FileValue(node: node, key: "damage", file: file), "a mapping such as { with: badSignature }")
    try self.init(&fields)
    try fields.finish()
  }
}
