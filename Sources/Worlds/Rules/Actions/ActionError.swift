/// Why an action cannot be carried out now: an object that it names is gone, or the exchange has no app that it could
/// mean.
package struct ActionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence, without a capital letter and a full stop.
  package let description: String

  init(_ description: String) { self.description = description }
}
