import Worlds
import YAML

extension LifetimesPatch {
  static func schema(atLeast count: Int64 = 0) -> Schema {
    .mapping(
      keys.map { .init($0.name, $0.name == drawable ? .oneOf([.duration, .choice([drawn])]) : .duration) },
      atLeast: count)
  }

  /// Reads `{ accessToken: 1m, refreshToken: 90d }`. Each is a duration above 0; that of access tokens may be `drawn`.
  init(_ value: FileValue) throws(ScenarioError) {
    var fields = try FileMapping(value, "a mapping such as { accessToken: 1m }")
    var values: [String: Duration] = [:]
    var draws = false
    for key in Self.keys {
      guard let field = fields.take(key.name) else { continue }
      if key.name == Self.drawable, field.node.text == Self.drawn {
        draws = true
      } else {
        values[key.name] = try field.duration()
      }
    }
    try fields.finish()
    self.init(values, draws: draws)
  }
}
