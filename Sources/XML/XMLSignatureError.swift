/// Why a signature does not hold, or is not looked at.
package enum XMLSignatureError: Error, Sendable, Hashable, CustomStringConvertible {
  case missing
  /// More than one `Signature`, or one that stands elsewhere.
  case misplaced
  /// The signature's own elements are not as XML-DSig and SAML have them. The text says which.
  case malformed(String)
  /// The reference is not to the element that has the signature, or its ID is not the only one of its value.
  case reference
  /// An algorithm that is not known or not allowed here.
  case algorithm(String)
  /// What was signed has been changed.
  case digest
  /// None of the keys made the signature.
  case signature

  package var description: String {
    switch self {
    case .missing: "there is no signature"
    case .misplaced: "a signature stands where none may, or there are several"
    case .malformed(let what): "the signature is not as it must be: \(what)"
    case .reference: "the signature does not refer to the element that it stands in, by an ID that is there once"
    case .algorithm(let name): "the algorithm '\(name)' is not allowed here"
    case .digest: "what was signed has been changed"
    case .signature: "none of the known keys made the signature"
    }
  }
}
