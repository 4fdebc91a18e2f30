import Directory

/// The lifetimes a file sets; those it leaves out stay as they are.
struct LifetimesPatch: Sendable, Hashable {
  /// Every lifetime by its key.
  static var keys: [(name: String, path: WritableKeyPath<Lifetimes, Duration>)] {
    [
      ("accessToken", \.accessToken), ("continuousAccessToken", \.continuousAccessToken), ("idToken", \.idToken),
      ("authorizationCode", \.authorizationCode), ("refreshToken", \.refreshTokenIdle),
      ("spaRefreshToken", \.singlePageRefreshToken), ("deviceCode", \.deviceCode), ("session", \.session),
      ("persistentSession", \.persistentSession),
    ]
  }

  private(set) var values: [String: Duration] = [:]

  /// `{ accessToken: 1m, refreshToken: 90d }`.
  init(_ value: FileValue) throws(ScenarioError) {
    var fields = try FileMapping(value, "a mapping such as { accessToken: 1m }")
    for key in Self.keys { values[key.name] = try fields.take(key.name)?.duration() }
    try fields.finish()
  }

  func apply(to lifetimes: inout Lifetimes) {
    for key in Self.keys {
      if let duration = values[key.name] { lifetimes[keyPath: key.path] = duration }
    }
  }
}
