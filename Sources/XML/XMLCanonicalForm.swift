/// The form of an element over which digests and signatures are made: one text for all ways to write the same thing (Canonical XML 1.0
/// and Exclusive XML Canonicalization 1.0 of the W3C).
package struct XMLCanonicalForm: Sendable, Hashable {
  /// Namespaces that are written where they are in scope, also if nothing uses them: `PrefixList` of `InclusiveNamespaces`, where the
  /// empty text is `#default`.
  package var inclusivePrefixes: Set<String>
  package var keepsComments: Bool
  /// Canonical XML 1.0 writes every namespace that is in scope. It is for trees without attributes of `xml:` only: those would be
  /// inherited.
  package var isInclusive: Bool

  /// The exclusive form without comments, which Entra uses.
  package init(inclusivePrefixes: Set<String> = [], keepsComments: Bool = false, isInclusive: Bool = false) {
    self.inclusivePrefixes = inclusivePrefixes
    self.keepsComments = keepsComments
    self.isInclusive = isInclusive
  }

  /// `Algorithm` of the form.
  package var algorithm: String {
    (isInclusive ? "http://www.w3.org/TR/2001/REC-xml-c14n-20010315" : "http://www.w3.org/2001/10/xml-exc-c14n#")
      + (keepsComments ? (isInclusive ? "#WithComments" : "WithComments") : "")
  }

  /// The form of that algorithm; nil for another one.
  package static func named(_ algorithm: String) -> XMLCanonicalForm? {
    for isInclusive in [false, true] {
      for keepsComments in [false, true] {
        let form = XMLCanonicalForm(keepsComments: keepsComments, isInclusive: isInclusive)
        if form.algorithm == algorithm { return form }
      }
    }
    return nil
  }

  /// The bytes of an element. `scope` has the namespaces that are declared above it, prefix to name.
  package func bytes(of element: XMLElement, scope: [String: String] = [:]) -> [UInt8] {
    var output = XMLOutput()
    write(element, scope: scope, rendered: [:], to: &output)
    return output.bytes
  }

  /// `rendered` is what the elements around it have written, prefix to name.
  private func write(
    _ element: XMLElement, scope: [String: String], rendered: [String: String], to output: inout XMLOutput
  ) {
    var (scope, rendered) = (scope, rendered)
    for attribute in element.attributes where attribute.isDeclaration { scope[attribute.declared] = attribute.value }
    output.beginStartTag(element)
    for (prefix, name) in namespaces(of: element, scope: scope, rendered: rendered) {
      rendered[prefix] = name
      let parts = prefix.isEmpty ? ("", "xmlns") : ("xmlns", prefix)
      output.addAttribute(parts.0, parts.1, name, in: .canonicalAttribute)
    }
    let attributes = element.attributes.filter { !$0.isDeclaration }
    for attribute in attributes.count > 1 ? attributes.sorted(by: Self.precedes) : attributes {
      output.addAttribute(attribute.prefix, attribute.local, attribute.value, in: .canonicalAttribute)
    }
    output.endStartTag()
    // By its place, since a copy of an element counts references of all that it has.
    for index in element.children.indices {
      write(element.children[index], scope: scope, rendered: rendered, to: &output)
    }
    output.addEndTag(element)
  }

  private func write(
    _ node: XMLNode, scope: [String: String], rendered: [String: String], to output: inout XMLOutput
  ) {
    switch node {
    case .element(let element): write(element, scope: scope, rendered: rendered, to: &output)
    case .text(let text): output.add(text, in: .text)
    case .comment(let text): if keepsComments { output.addComment(text) }
    }
  }

  /// The declarations that the start tag gets, in their order.
  private func namespaces(
    of element: XMLElement, scope: [String: String], rendered: [String: String]
  ) -> [(prefix: String, name: String)] {
    // Most elements need what an element around them has written, and nothing else.
    if !isInclusive, inclusivePrefixes.isEmpty, rendered[element.prefix] == element.namespace,
      element.attributes.allSatisfy({ $0.prefix.isEmpty || $0.isDeclaration })
    {
      return []
    }
    var wanted = [element.prefix: element.namespace]
    for attribute in element.attributes where !attribute.prefix.isEmpty && !attribute.isDeclaration {
      wanted[attribute.prefix] = attribute.namespace
    }
    if isInclusive {
      for (prefix, name) in scope where wanted[prefix] == nil { wanted[prefix] = name }
    } else {
      for prefix in inclusivePrefixes where wanted[prefix] == nil {
        if let name = scope[prefix] { wanted[prefix] = name }
      }
    }
    wanted["xml"] = nil
    let missing = wanted.filter { prefix, name in
      // No default namespace is written only where one was.
      prefix.isEmpty && name.isEmpty ? rendered[""].map { !$0.isEmpty } ?? false : rendered[prefix] != name
    }
    return missing.map { ($0.key, $0.value) }.sorted { Self.precedes($0.prefix, $1.prefix) }
  }

  private static func precedes(_ left: XMLAttribute, _ right: XMLAttribute) -> Bool {
    left.namespace == right.namespace
      ? precedes(left.local, right.local) : precedes(left.namespace, right.namespace)
  }

  /// By code points, which is the order of UTF-8.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
