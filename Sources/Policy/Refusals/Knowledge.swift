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

extension Knowledge {
  /// In words, for the documentation.
  package var note: String {
    switch self {
    case .observed: "observed in answers of the real service"
    case .documented: "Microsoft's documentation"
    case .reported: "reported by people; no record shows the answer"
    case .listed: "the service's own list of refusals has the text"
    case .chosen: "our decision: no record known"
    }
  }
}
