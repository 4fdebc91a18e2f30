package import Directory

/// Lifetimes to set in a world. Others stay as they are.
package struct LifetimesPatch: Sendable, Hashable {
  /// Each lifetime by the key that files and the control API have for it.
  package static var keys: [(name: String, path: WritableKeyPath<Lifetimes, Duration>)] {
    [
      (drawable, \.accessToken), ("continuousAccessToken", \.continuousAccessToken), ("idToken", \.idToken),
      ("personalIdToken", \.personalIDToken), ("authorizationCode", \.authorizationCode),
      ("refreshToken", \.refreshTokenIdle), ("spaRefreshToken", \.singlePageRefreshToken), ("deviceCode", \.deviceCode),
      ("session", \.session), ("persistentSession", \.persistentSession), ("continuationToken", \.continuationToken),
      ("oneTimeCode", \.oneTimeCode), ("pageToken", \.pageToken),
    ]
  }

  /// The key of the lifetime that may be the word `drawn`.
  package static let drawable = "accessToken"
  /// The word for a lifetime that is drawn for each token.
  package static let drawn = "drawn"

  /// By their keys.
  package let values: [String: Duration]
  /// Whether access tokens of users live for a time that is drawn from now on. Nil: `values` says.
  package let draws: Bool?

  /// `values` has lifetimes by their keys; each is above 0. A duration for access tokens ends the drawing.
  package init(_ values: [String: Duration], draws: Bool = false) {
    self.values = values
    self.draws = draws ? true : values[Self.drawable] == nil ? nil : false
  }

  package var isEmpty: Bool { values.isEmpty && draws == nil }

  /// Sets the lifetimes that `values` names.
  package func apply(to lifetimes: inout Lifetimes) {
    for key in Self.keys {
      if let duration = values[key.name] { lifetimes[keyPath: key.path] = duration }
    }
    if let draws { lifetimes.drawsAccessToken = draws }
  }
}
