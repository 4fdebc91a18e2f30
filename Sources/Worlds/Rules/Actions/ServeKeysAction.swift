package import Directory

/// Lets the keys document (`jwks_uri`) show the wrong keys in this one answer. The signing keys stay.
package struct ServeKeysAction: AnswerAction {
  /// What the document shows in the place of the published keys.
  package let keys: ServedKeys

  /// Serves these keys.
  package init(_ keys: ServedKeys) { self.keys = keys }

  package var summary: String {
    switch keys {
    case .stale: "serve stale keys"
    case .none: "serve no keys"
    case .byTurns: "serve keys of before the last rotation by turns"
    }
  }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.keys = keys
  }
}
