import Worlds

extension WorldSettings {
  /// Reads the settings that have a key of their own at the top of a file. Settings that the file does not name stay.
  mutating func read(_ fields: inout FileMapping) throws(ScenarioError) {
    if let asks = try fields.take("staySignedIn")?.bool() { asksToStaySignedIn = asks }
    if let asks = try fields.take("asksWhomToSignOut")?.bool() { asksWhomToSignOut = asks }
    if let hides = try fields.take("graphTokenNonce")?.bool() { graphTokenNonce = hides }
    if let header = fields.take("identityHeader") {
      let text = try header.text()
      guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw header.error("'identityHeader' goes into a header field; use letters, digits and signs without blanks")
      }
      identityHeader = text
    }
  }
}
