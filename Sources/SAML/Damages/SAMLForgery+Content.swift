import Bytes
import Time
import Worlds
import XML

// What is wrong or unusual in the words of a Response, which are signed as they are.

extension SAMLForgery {
  private static let stranger = "https://another.invalid/saml"

  /// The issuer of everything in the Response.
  private func issuer(of response: SAMLResponse) -> String {
    if has(.wrongIssuer) { return "https://idp.invalid/" }
    guard has(.wrongTenant) else { return response.issuer }
    // The tenant is the first GUID in the name.
    let parts = response.issuer.split(separator: "/", omittingEmptySubsequences: false)
    return parts.map { GUID(String($0)) == nil ? String($0) : "99999999-9999-4999-8999-999999999902" }.joined(
      separator: "/")
  }

  /// The assertion with everything that is wrong in it, without a signature.
  func assertion(_ response: SAMLResponse) -> XMLElement {
    var response = response
    response.issuer = issuer(of: response)
    if has(.replay) { response.assertionID = "_\(SeededID.replayed(response.audience))" }
    if has(.unsolicited) { response.inResponseTo = nil }
    if has(.wrongInResponseTo) { response.inResponseTo = "_never-sent-\(mark)" }
    if has(.authnContext) { response.contextClass = "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified" }
    if has(.wrongAudience) { response.audience = Self.stranger }
    if has(.longValues) {
      let values = (1...150).map { "\(String(repeating: "group ", count: 12))\($0)" }
      response.attributes.append(.init(name: "https://mockidp.test/claims/long", values: values))
    }
    if has(.nonAscii) {
      response.attributes.append(
        .init(name: "https://mockidp.test/claims/letters", values: ["Ёлка Ж", "名前", "😀 é & <x>"]))
    }
    response.attributes.removeAll { damage.missing.contains($0.name) }
    for attribute in damage.attributes {
      response.attributes.removeAll { $0.name == attribute.name }
      response.attributes.append(.init(name: attribute.name, values: attribute.values))
    }
    var tree = response.assertion
    for fault in damage.faults { change(&tree, by: fault) }
    return tree
  }

  private func change(_ tree: inout XMLElement, by fault: Fault) {
    switch fault {
    case .noAudience: tree = tree.without("AudienceRestriction")
    case .wrongRecipient: tree.change("SubjectConfirmationData") { $0.set("Recipient", Self.stranger + "/acs") }
    case .expired: limit(&tree, "Conditions", from: .hours(-2), to: .hours(-1))
    case .notYetValid: limit(&tree, "Conditions", from: .hours(1), to: .hours(2))
    case .confirmationExpired: limit(&tree, "SubjectConfirmationData", from: nil, to: .hours(-1))
    case .noConfirmation: tree = tree.without("SubjectConfirmation")
    case .holderOfKey:
      tree.change("SubjectConfirmation") { $0.set("Method", "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key") }
    case .emptyNameId: tree.change("NameID") { $0.children = [] }
    case .noAttributes: tree = tree.without("AttributeStatement")
    case .commentInNameId:
      tree.change("NameID") { $0.children = [.text(evil.nameID.value), .comment(""), .text(".evil.test")] }
    case .voidCanonical: tree.attributes.append(.declaring("relative", "1"))
    case .extraNamespaces: tree = Self.typed(tree)
    default: break
    }
  }

  private func limit(_ tree: inout XMLElement, _ name: String, from start: Duration?, to end: Duration) {
    tree.change(name) { element in
      if let start { element.set("NotBefore", (now + start).samlText) }
      element.set("NotOnOrAfter", (now + end).samlText)
    }
  }

  /// The Response around the assertion, without a signature.
  func envelope(_ response: SAMLResponse, _ assertion: XMLElement) -> XMLElement {
    var response = response
    response.issuer = issuer(of: response)
    if has(.replay) { response.responseID = "_\(SeededID.replayed("response " + response.audience))" }
    if has(.unsolicited) { response.inResponseTo = nil }
    if has(.wrongInResponseTo) { response.inResponseTo = "_never-sent-\(mark)" }
    if has(.wrongDestination) { response.destination = Self.stranger + "/acs" }
    var tree = response.tree(assertion: assertion)
    if has(.failedStatus) {
      let failed = SAMLResponse.status("Responder", "AuthnFailed", message: "The sign-in failed.")
      tree.change("Status") { $0 = failed }
    }
    return tree
  }

  /// The name of somebody else in the place of the user's.
  static func renamed(_ element: XMLElement, _ evil: SAMLResponse) -> XMLElement {
    var copy = element
    copy.change("NameID") { $0.children = [.text(evil.nameID.value)] }
    return copy
  }

  // MARK: Harmless forms

  /// An element in the form that is wanted. Signatures are made over it, so each form is rightly signed.
  func shaped(_ element: XMLElement) -> XMLElement {
    var element = element
    if has(.prefixed) { element = Self.prefixed(element) }
    if has(.indented) { element = Self.indented(element, depth: element.local == "Assertion" ? 1 : 0) }
    return element
  }

  /// With `saml:` before every element of assertions.
  static func prefixed(_ element: XMLElement) -> XMLElement {
    element.mapped { element in
      guard element.namespace == SAMLName.assertion, element.prefix.isEmpty else { return element }
      var copy = element
      copy.prefix = "saml"
      copy.attributes = copy.attributes.map {
        $0.isDeclaration && $0.name == "xmlns" ? .declaring("saml", $0.value) : $0
      }
      return copy
    }
  }

  /// With every element in a line of its own.
  static func indented(_ element: XMLElement, depth: Int) -> XMLElement {
    guard depth < 20, element.children.contains(where: { $0.element != nil }), !element.hasText,
      element.namespace != XMLNamespace.signature
    else { return element }
    // What is indented already, as a signed assertion, stays as it is.
    if case .text? = element.children.first { return element }
    var copy = element
    let line = "\n" + String(repeating: "  ", count: depth + 1)
    copy.children = element.children.flatMap { node -> [XMLNode] in
      guard case .element(let child) = node else { return [node] }
      return [.text(line), .element(indented(child, depth: depth + 1))]
    }
    copy.children.append(.text("\n" + String(repeating: "  ", count: depth)))
    return copy
  }

  /// With `xsi:type="xs:string"` at every value, and with the namespaces for it.
  private static func typed(_ assertion: XMLElement) -> XMLElement {
    let instance = "http://www.w3.org/2001/XMLSchema-instance"
    var copy = assertion.mapped { element in
      guard element.local == "AttributeValue" else { return element }
      var copy = element
      copy.attributes.append(XMLAttribute("xsi:type", "xs:string", namespace: instance))
      return copy
    }
    copy.attributes += [
      .declaring("xsi", instance), .declaring("xs", "http://www.w3.org/2001/XMLSchema"),
      .declaring("unused", "urn:mockidp:unused"),
    ]
    return copy
  }

  /// With a prefix at the certificate alone, as some Responses of the service were seen to have it.
  static func prefixedCertificates(_ signature: XMLElement) -> XMLElement {
    var copy = signature
    copy.change("X509Data") { data in
      data = data.mapped { element in
        var copy = element
        copy.prefix = "ds"
        return copy
      }
      data.attributes.append(.declaring("ds", XMLNamespace.signature))
    }
    return copy
  }
}
