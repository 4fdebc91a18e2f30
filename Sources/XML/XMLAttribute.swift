/// An attribute as it stands in a start tag. A declaration of a namespace is one too, so that the order of both is kept.
package struct XMLAttribute: Sendable, Hashable {
  /// Empty for a name without a colon.
  package var prefix: String
  package var local: String
  /// Empty for an attribute without a prefix, which is in no namespace.
  package var namespace: String
  /// The text after references were resolved.
  package var value: String

  /// `name` is as it is written: `ID`, `xsi:type`. `namespace` is what the prefix stands for.
  package init(_ name: String, _ value: String, namespace: String = "") {
    (prefix, local) = XMLElement.split(name)
    self.namespace = namespace
    self.value = value
  }

  /// `xmlns="NAMESPACE"`.
  package static func declaring(_ namespace: String) -> XMLAttribute { declaring("", namespace) }

  /// `xmlns:PREFIX="NAMESPACE"`, and `xmlns="NAMESPACE"` for an empty prefix.
  package static func declaring(_ prefix: String, _ namespace: String) -> XMLAttribute {
    XMLAttribute(prefix.isEmpty ? "xmlns" : "xmlns:" + prefix, namespace, namespace: XMLNamespace.declarations)
  }

  /// As it is written: with its prefix.
  package var name: String { prefix.isEmpty ? local : prefix + ":" + local }

  package var isDeclaration: Bool { namespace == XMLNamespace.declarations }

  /// The prefix that a declaration declares, empty for the default namespace.
  var declared: String { prefix.isEmpty ? "" : local }
}
