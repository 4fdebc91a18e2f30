/// An action that cannot be carried out any more, in one sentence.
package struct ActionError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
