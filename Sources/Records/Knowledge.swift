/// How something about the service is known.
package enum Knowledge: String, Sendable, Hashable, CaseIterable {
  /// Somebody has shown the answer itself.
  case observed
  /// Microsoft's documentation, the source of a library, or the RFC that the service follows says it.
  case documented
  /// People say that the service does so, and nobody has shown the answer.
  case reported
  /// The service's own list of refusals alone has the text.
  case listed
  /// It is our decision, because no source says enough, or because two disagree.
  case chosen
}
