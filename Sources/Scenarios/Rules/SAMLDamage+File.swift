import Worlds

extension SAMLDamage {
  /// Takes `with`, `attributes` and `without` out of a mapping. One of them must be there.
  init(_ fields: inout FileMapping) throws(ScenarioError) {
    self.init()
    for item in fields.take("with")?.oneOrMany() ?? [] {
      let fault = try item.choice(Fault.self, called: "fault")
      if !faults.contains(fault) { faults.append(fault) }
    }
    if let section = try fields.section("attributes") {
      for (_, value) in section.entries {
        var values: [String] = []
        for item in value.oneOrMany() { values.append(try item.anyText("a text or a list of texts")) }
        attributes.append(Attribute(name: value.key, values: values))
      }
    }
    for item in fields.take("without")?.oneOrMany() ?? [] {
      missing.append(try item.text("an attribute or a list of attributes"))
    }
    guard !isNone else {
      throw fields.missing(
        "with", else: "'damage' needs 'with' (such as badSignature), 'attributes' to change or 'without' some")
    }
  }
}
