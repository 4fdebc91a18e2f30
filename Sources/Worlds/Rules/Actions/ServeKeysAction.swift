package import Directory

/// Lets the keys document (`jwks_uri`) show the wrong keys in this one answer. The signing keys stay.
package struct ServeKeysAction: AnswerAction {
  /// What the document shows in the place of the published keys.
  package let keys: ServedKeys

  /// Serves these keys.
  package init(_ keys: ServedKeys) { self.keys = keys }

  package var summary: String { keys == .none ? "serve no keys" : "serve stale keys" }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.keys = keys
  }
}
