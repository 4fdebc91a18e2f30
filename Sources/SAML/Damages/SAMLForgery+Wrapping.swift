import Worlds
import XML

// Signature wrapping (Somorovsky and others: "On Breaking SAML: Be Whoever You Want to Be", XSW1 to XSW8) and its like: the signed element
// is there, whole and well signed, and another one stands where careless providers read.

extension SAMLForgery {
  /// The Response with another assertion or another Response put in. It changes nothing that was not ordered.
  func wrapped(_ response: XMLElement) -> XMLElement {
    var response = response
    for fault in damage.faults { response = wrap(response, by: fault) }
    return response
  }

  private func wrap(_ response: XMLElement, by fault: Fault) -> XMLElement {
    switch fault {
    case .wrapped1, .wrapped2: return wrapResponse(response, by: fault)
    case .wrapped3, .wrapped4, .wrapped5, .wrapped6, .wrapped7, .wrapped8, .sameId, .attributePollution,
      .parserDifference:
      guard let index = response.children.firstIndex(where: { $0.element?.local == "Assertion" }),
        let signed = response.children[index].element
      else { return response }
      var copy = response
      copy.children.replaceSubrange(index...index, with: assertions(signed, by: fault).map { .element($0) })
      if fault == .wrapped7 {
        let extensions = XMLElement.samlp("Extensions", [], [.element(forged())])
        copy.children.insert(
          .element(extensions), at: (copy.children.firstIndex { $0.element?.local == "Issuer" } ?? -1) + 1)
      }
      return copy
    default: return response
    }
  }

  /// The assertion of somebody else, without a signature.
  private func forged(id: String? = nil) -> XMLElement {
    var assertion = assertion(evil)
    assertion.set("ID", id ?? "_forged-\(mark)")
    return shaped(assertion)
  }

  /// XSW1 and XSW2: a forged Response with the true signature, and the true Response in the signature, or beside it.
  private func wrapResponse(_ response: XMLElement, by fault: Fault) -> XMLElement {
    guard let place = response.children.firstIndex(where: { $0.element?.local == "Signature" }),
      var signature = response.children[place].element
    else { return response }
    var original = response
    original.children.remove(at: place)
    var copy = shaped(envelope(good, forged()))
    copy.set("ID", "_forged-response-\(mark)")
    let after = (copy.children.firstIndex { $0.element?.local == "Issuer" } ?? -1) + 1
    if fault == .wrapped1 {
      signature.children.append(
        .element(XMLElement(name("Object"), in: XMLNamespace.signature, [], [.element(original)])))
      copy.children.insert(.element(signature), at: after)
    } else {
      copy.children.insert(contentsOf: [.element(original), .element(signature)], at: after)
    }
    return copy
  }

  /// A name of the signature's namespace, as the signature writes it.
  private func name(_ local: String) -> String { has(.prefixed) ? "ds:" + local : local }

  /// What stands in the place of the signed assertion.
  private func assertions(_ signed: XMLElement, by fault: Fault) -> [XMLElement] {
    guard let place = signed.children.firstIndex(where: { $0.element?.local == "Signature" }),
      let signature = signed.children[place].element
    else { return [forged(), signed] }
    var bare = signed
    bare.children.remove(at: place)
    var evil = forged()
    let after = (evil.children.firstIndex { $0.element?.local == "Issuer" } ?? -1) + 1
    func carrying(_ signature: XMLElement) -> XMLElement {
      var copy = evil
      copy.children.insert(.element(signature), at: after)
      return copy
    }
    switch fault {
    case .wrapped4:
      evil.children.append(.element(signed))
      return [evil]
    case .wrapped5: return [carrying(signature), bare]
    case .wrapped6:
      var holder = signature
      holder.children.append(.element(bare))
      return [carrying(holder)]
    case .wrapped7: return [signed]
    case .wrapped8:
      var holder = signature
      holder.children.append(.element(XMLElement(name("Object"), in: XMLNamespace.signature, [], [.element(bare)])))
      return [carrying(holder)]
    case .sameId: return [forged(id: signed.attribute("ID")), signed]
    case .attributePollution:
      evil.attributes.append(XMLAttribute("samlp:ID", signed.attribute("ID") ?? "", namespace: SAMLName.samlp))
      return [carrying(signature), bare]
    case .parserDifference:
      // Only a reader that takes defaults of attributes from the document type sees a signature in the forged assertion.
      var hidden = signature
      hidden.attributes.removeAll { $0.isDeclaration }
      return [carrying(hidden), bare]
    default: return [evil, signed]
    }
  }
}
