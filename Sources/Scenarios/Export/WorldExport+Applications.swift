import Directory
import JSON

/// `world.apps` and `world.consents`.
extension WorldExport {
  mutating func applications() throws(ScenarioError) -> (JSONObject, consents: [JSONValue]) {
    var section = JSONObject()
    let all = directory.applicationsInOrder
    let replaced = Set(all.compactMap(\.standsFor))
    for application in reader.state.applicationsInOrder
    where !directory.applications.isStored(application.id)
      && !replaced.contains(application.alias)
    {
      section.append(application.alias, ["removed": true])
      try read { editor throws(DirectoryEditor.NoSuchObject) in try editor.remove(application.id) }
    }
    let ordered = all.filter { isOwn($0) } + all.filter { !isOwn($0) }
    // The reader of the file has all apps, with what they offer, before it reads the words that name them.
    var entries: [JSONObject] = []
    for application in ordered { entries.append(try early(application)) }
    var consents: [JSONValue] = []
    for (application, early) in zip(ordered, entries) {
      consents += try append(application, behind: early, to: &section)
    }
    return (section, consents)
  }

  /// What names a new app, and what an app offers to others. `saml` is with it, since it decides which identifiers an app may have.
  private mutating func early(_ application: Application) throws(ScenarioError) -> JSONObject {
    var own = JSONObject()
    let isEarly = { (word: Word<Application>) in
      Application.earlyWords.contains(word.name) || word.name == "saml"
    }
    if !isOwn(application), let base = reader.state.applications[application.id] {
      try append(application, like: base, where: isEarly, to: &own)
    } else {
      let (new, beginning) = try beginning(of: application)
      try append(application, like: reader.made(new), beginning: beginning, where: isEarly, to: &own)
    }
    return own[application.alias]?.object ?? [:]
  }

  /// Whether the reader of the file has no such app yet. One that a file has made of a client of the catalogue's is registered in a tenant
  /// of the world, and the reader has the row until it has read that.
  private func isOwn(_ application: Application) -> Bool {
    guard let base = reader.state.applications[application.id] else { return true }
    return reader.state.isOthers(base) && !directory.isOthers(application)
  }

  private func beginning(of application: Application) throws(ScenarioError) -> (NewApplication, JSONObject) {
    var new = NewApplication(alias: application.alias, kind: application.type, displayName: application.displayName)
    var beginning = JSONObject()
    if let seeded = application.standsFor {
      guard let old = reader.state.application(named: seeded) else {
        throw cannotSay("that '\(application.alias)' takes the place of '\(seeded)'")
      }
      new.kind = old.type
      new.predecessor = old.id
      beginning.append("as", .string(old.alias))
    } else {
      beginning.append("type", .string(new.kind.rawValue))
    }
    if new.id != application.id {
      new.id = application.id
      beginning.append("clientId", "\(application.id)")
    }
    if application.displayName != application.alias { beginning.append("displayName", application.displayName) }
    if let tenant = application.tenant, tenant != directory.mainTenant?.id, new.predecessor == nil {
      let name = Names(directory).tenant(tenant)
      new.tenant = reader.state.tenant(named: name)?.id
      beginning.append("tenant", name)
    }
    return (new, beginning)
  }

  /// Adds an app's entry; returns what it was granted beyond that.
  private mutating func append(
    _ application: Application, behind early: JSONObject, to section: inout JSONObject
  ) throws(ScenarioError) -> [JSONValue] {
    var own = JSONObject()
    guard let base = reader.state.applications[application.id] else {
      throw cannotSay("the app '\(application.alias)'")
    }
    try append(application, like: base, where: { !Application.earlyWords.contains($0.name) }, to: &own)
    var members = JSONObject(early.members + (own[application.alias]?.object?.members ?? []))
    // What was granted is compared with what the reader has after all else: the word 'consent' means the static list as it is then.
    let (consent, entries) = try consents(of: application)
    if let consent {
      members.append("consent", consent)
      var scratch = JSONObject()
      try append(["consent": .string(consent)], of: Application.self, as: application.alias, to: &scratch)
    }
    section.append(section: application.alias, members)
    return entries
  }
}
