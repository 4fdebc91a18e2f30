package import Directory

/// Lets the keys document show keys that it should not show alone.
package struct ServeKeysAction: AnswerAction {
  /// The keys in the place of the right ones.
  package let keys: ServedKeys

  /// Serves these keys.
  package init(_ keys: ServedKeys) { self.keys = keys }

  package var summary: String { keys == .none ? "serve no keys" : "serve stale keys" }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    answer.keys = keys
  }
}
