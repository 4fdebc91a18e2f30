/// Why an action cannot be carried out as the world is now, in one sentence.
package struct ActionError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
