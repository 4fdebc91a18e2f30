/// The damage that a test orders for a SAML Response, to see that a service provider refuses it. Everything that is not named stays good.
package struct SAMLDamage: Sendable, Hashable, Codable {
  /// A fault with a name that scenario files use. Those of the last lines are harmless: a service provider has to accept them.
  package enum Fault: String, Sendable, Codable, CaseIterable {
    case badSignature, badDigest, unsigned, signatureRemoved, unknownKey, inactiveKey, expiredCertificate, sha1, hmac
    case wrongAudience, noAudience, wrongRecipient, wrongDestination, wrongInResponseTo, unsolicited, wrongIssuer,
      wrongTenant
    case expired, notYetValid, confirmationExpired, noConfirmation, holderOfKey, replay, failedStatus
    case wrapped1, wrapped2, wrapped3, wrapped4, wrapped5, wrapped6, wrapped7, wrapped8, sameId
    case commentInNameId, commentInDigest, twoSignedInfos, parserDifference, voidCanonical, attributePollution
    case externalEntity, entityBomb, bomb, emptyNameId, noAttributes, twoUsers, authnContext
    case prefixed, indented, characterReferences, extraNamespaces, dsX509Data, longValues, nonAscii, plusInRelayState

    /// Whether a service provider has to accept it.
    package var isHarmless: Bool {
      switch self {
      case .prefixed, .indented, .characterReferences, .extraNamespaces, .dsX509Data, .longValues, .nonAscii,
        .plusInRelayState:
        true
      default: false
      }
    }
  }

  /// An attribute with other values.
  package struct Attribute: Sendable, Hashable, Codable {
    package let name: String
    package let values: [String]

    package init(name: String, values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// Each once, in the order in which they apply.
  package var faults: [Fault]
  /// Attributes in the place of those of the same name, or beside the others. They are signed as the others are.
  package var attributes: [Attribute]
  /// The names of attributes that are left out.
  package var missing: [String]

  package init(_ faults: [Fault] = [], attributes: [Attribute] = [], missing: [String] = []) {
    self.faults = faults
    self.attributes = attributes
    self.missing = missing
  }

  /// Whether the Response stays as it is.
  package var isNone: Bool { faults.isEmpty && attributes.isEmpty && missing.isEmpty }

  /// Adds another damage.
  package mutating func add(_ other: SAMLDamage) {
    faults += other.faults.filter { !faults.contains($0) }
    attributes.removeAll { known in other.attributes.contains { $0.name == known.name } }
    attributes += other.attributes
    missing += other.missing.filter { !missing.contains($0) }
  }
}
