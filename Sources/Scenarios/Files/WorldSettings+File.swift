import Directory
import Policy
import Worlds

extension WorldSettings {
  /// Reads the settings that have a key of their own at the top of a file. Settings that the file does not name stay.
  mutating func read(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    if let asks = try fields.take("staySignedIn")?.bool() { asksToStaySignedIn = asks }
    if let asks = try fields.take("asksWhomToSignOut")?.bool() { asksWhomToSignOut = asks }
    if let hides = try fields.take("graphTokenNonce")?.bool() { graphTokenNonce = hides }
    if let value = fields.take("issuer") {
      let text = try value.text()
      guard IssuerName(text) != nil else { throw value.mismatch(IssuerName.wanted) }
      issuer = text
    }
    try readAdoption(&fields)
    if let lag = try fields.take("replication")?.duration() { replication = lag }
    if let value = fields.take("loops") {
      let word = try value.text("stopped or allowed")
      guard let answer = ["stopped": true, "allowed": false][word] else {
        throw value.error("'loops' is stopped or allowed")
      }
      stopsLoops = answer
    }
    if let machine = fields.take("machine") { try self.machine.read(machine, in: directory) }
    if var section = try fields.section("mail") {
      try mail.read(&section)
      try section.finish()
    }
    if var section = try fields.section("externalId") {
      try externalID.read(&section)
      try section.finish()
    }
    if let header = fields.take("identityHeader") {
      let text = try header.text()
      guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw header.error("'identityHeader' goes into a header field; use letters, digits and signs without blanks")
      }
      identityHeader = text
    }
  }

  private mutating func readAdoption(_ fields: inout FileMapping) throws(ScenarioError) {
    if let all = try fields.take("adopt")?.bool() { adoption = all ? .everything : [] }
    for word in AdoptionWord.all {
      guard let value = fields.take(word.key) else { continue }
      let answer = try value.text("allow or refuse")
      guard let isAllowed = ["allow": true, "refuse": false][answer] else {
        throw value.error("'\(word.key)' is allow or refuse, not '\(answer)'")
      }
      if isAllowed { adoption.insert(word.rule) } else { adoption.remove(word.rule) }
    }
  }
}
