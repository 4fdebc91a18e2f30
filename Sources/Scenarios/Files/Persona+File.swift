import Directory
import Worlds
import YAML

extension WorldSettings {
  /// Reads `signIn`: `pages`, `auto`, or a mapping. A mapping with `hints` alone means `pages`; any other says how the
  /// persona answers, and means `auto`. It replaces the personas of the base scenario.
  mutating func read(signIn value: FileValue, in directory: DirectoryState) throws(ScenarioError) {
    persona = Persona()
    personas = [:]
    offersUsers = true
    guard value.node.entries != nil else {
      signIn = try value.choice(SignIn.self)
      return
    }
    var fields = try FileMapping(value)
    let hints = fields.take("hints")
    if let hints { offersUsers = try hints.bool() }
    signIn = hints != nil && fields.isEmpty ? .pages : .auto
    if let user = try fields.take("user")?.user(in: directory) { persona.user = user }
    try persona.read(&fields)
    if let users = try fields.section("users") {
      for entry in users.entries {
        let alias = try entry.key.user(in: directory)
        var own = persona
        var answers = try FileMapping(entry.value)
        try own.read(&answers)
        try answers.finish()
        personas[alias] = own
      }
    }
    try fields.finish()
  }
}

extension Persona {
  /// Reads how a persona answers. Answers that the file does not name stay.
  fileprivate mutating func read(_ fields: inout FileMapping) throws(ScenarioError) {
    if let answer = try fields.take("consent")?.choice(ConsentAnswer.self) { consent = answer }
    if let answer = try fields.take("mfa")?.choice(MultiFactorAnswer.self) { multiFactor = answer }
    if let answer = try fields.take("cancel")?.bool() { cancels = answer }
    if let answer = try fields.take("staySignedIn")?.bool() { staysSignedIn = answer }
  }
}
