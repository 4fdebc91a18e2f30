/// Names of namespaces that the XML recommendations give.
package enum XMLNamespace {
  /// That of the prefix `xml`, which needs no declaration.
  package static let xml = "http://www.w3.org/XML/1998/namespace"
  /// That of declarations: `xmlns` and every attribute `xmlns:PREFIX`.
  package static let declarations = "http://www.w3.org/2000/xmlns/"
  /// XML-DSig.
  package static let signature = "http://www.w3.org/2000/09/xmldsig#"
}
