package import Directory

/// Makes the SAML Response of this one answer wrong on purpose, so that a test sees whether the service provider notices.
package struct SAMLDamageAction: AnswerAction {
  package let damage: SAMLDamage

  /// Makes the Response wrong in that way. Several actions add up.
  package init(_ damage: SAMLDamage) { self.damage = damage }

  package var summary: String {
    var parts = damage.faults.map(\.rawValue)
    if !damage.attributes.isEmpty { parts.append("other " + damage.attributes.map(\.name).joined(separator: ", ")) }
    if !damage.missing.isEmpty { parts.append("no " + damage.missing.joined(separator: ", ")) }
    return "damage samlResponse: \(parts.joined(separator: ", "))"
  }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.samlDamage.add(damage)
  }
}
