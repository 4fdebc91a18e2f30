import Directory

/// The lifetimes that a file sets. Others stay as they are.
struct LifetimesPatch: Sendable, Hashable {
  /// Each lifetime by its key in a file.
  static var keys: [(name: String, path: WritableKeyPath<Lifetimes, Duration>)] {
    [
      ("accessToken", \.accessToken), ("continuousAccessToken", \.continuousAccessToken), ("idToken", \.idToken),
      ("authorizationCode", \.authorizationCode), ("refreshToken", \.refreshTokenIdle),
      ("spaRefreshToken", \.singlePageRefreshToken), ("deviceCode", \.deviceCode), ("session", \.session),
      ("persistentSession", \.persistentSession),
    ]
  }

  static func schema(atLeast count: Int64 = 0) -> Schema {
    .mapping(keys.map { .init($0.name, .duration) }, atLeast: count)
  }

  private(set) var values: [String: Duration] = [:]

  /// Reads `{ accessToken: 1m, refreshToken: 90d }`. Each is a duration above 0.
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
