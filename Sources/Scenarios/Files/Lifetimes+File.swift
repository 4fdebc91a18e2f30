import Directory

extension Lifetimes {
  /// `{ accessToken: 1m, refreshToken: 90d }`; what is left out stays as it is.
  init(_ value: FileValue) throws(ScenarioError) {
    self.init()
    var fields = try FileMapping(value)
    try fields.take("accessToken", into: &accessToken)
    try fields.take("continuousAccessToken", into: &continuousAccessToken)
    try fields.take("idToken", into: &idToken)
    try fields.take("authorizationCode", into: &authorizationCode)
    try fields.take("refreshToken", into: &refreshTokenIdle)
    try fields.take("spaRefreshToken", into: &singlePageRefreshToken)
    try fields.take("deviceCode", into: &deviceCode)
    try fields.take("session", into: &session)
    try fields.take("persistentSession", into: &persistentSession)
    try fields.finish()
  }
}

extension FileMapping {
  fileprivate mutating func take(_ key: String, into lifetime: inout Duration) throws(ScenarioError) {
    if let duration = try take(key)?.duration() { lifetime = duration }
  }
}
