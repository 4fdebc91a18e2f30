/// How much a document may hold. What is over a limit is refused at the place where it is passed.
package struct XMLLimits: Sendable, Hashable {
  /// Of the whole text.
  package var bytes = 128 * 1_024
  /// Of elements in elements; the root is at 1.
  package var depth = 32
  /// Elements, texts and comments.
  package var nodes = 2_000
  /// Of one element, declarations of namespaces too.
  package var attributes = 64
  /// Declarations that are in scope at one place.
  package var namespaces = 32
  /// Of a name, and of an attribute's value.
  package var valueBytes = 8 * 1_024
  /// Of one text without elements in it.
  package var textBytes = 64 * 1_024

  package init() {}

  /// A message of somebody else.
  package static let message = XMLLimits()

  /// A file that the one who runs the server names, such as metadata of a service provider.
  package static let file: XMLLimits = {
    var limits = XMLLimits()
    limits.bytes = 4 * 1_024 * 1_024
    limits.nodes = 100_000
    return limits
  }()
}
