import Worlds

extension LifetimesPatch {
  static func schema(atLeast count: Int64 = 0) -> Schema {
    .mapping(keys.map { .init($0.name, .duration) }, atLeast: count)
  }

  /// Reads `{ accessToken: 1m, refreshToken: 90d }`. Each is a duration above 0.
  init(_ value: FileValue) throws(ScenarioError) {
    var fields = try FileMapping(value, "a mapping such as { accessToken: 1m }")
    var values: [String: Duration] = [:]
    for key in Self.keys { values[key.name] = try fields.take(key.name)?.duration() }
    try fields.finish()
    self.init(values)
  }
}
