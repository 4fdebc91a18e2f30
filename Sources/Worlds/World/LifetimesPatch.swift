package import Directory

/// Lifetimes to set in a world. Others stay as they are.
package struct LifetimesPatch: Sendable, Hashable {
  /// Each lifetime by the key that files and the control API have for it.
  package static var keys: [(name: String, path: WritableKeyPath<Lifetimes, Duration>)] {
    [
      ("accessToken", \.accessToken), ("continuousAccessToken", \.continuousAccessToken), ("idToken", \.idToken),
      ("authorizationCode", \.authorizationCode), ("refreshToken", \.refreshTokenIdle),
      ("spaRefreshToken", \.singlePageRefreshToken), ("deviceCode", \.deviceCode), ("session", \.session),
      ("persistentSession", \.persistentSession), ("continuationToken", \.continuationToken),
      ("oneTimeCode", \.oneTimeCode),
    ]
  }

  /// By their keys.
  package let values: [String: Duration]

  /// `values` has lifetimes by their keys; each is above 0.
  package init(_ values: [String: Duration]) { self.values = values }

  /// Sets the lifetimes that `values` names.
  package func apply(to lifetimes: inout Lifetimes) {
    for key in Self.keys {
      if let duration = values[key.name] { lifetimes[keyPath: key.path] = duration }
    }
  }
}
