import Directory
import JSON

/// `world.apps` and `world.consents`.
extension WorldExport {
  mutating func applications() throws(ScenarioError) -> (JSONObject, consents: [JSONValue]) {
    var section = JSONObject()
    for application in reader.state.applicationsInOrder where directory.applications[application.id] == nil {
      section.append(application.alias, ["removed": true])
      try read { editor throws(DirectoryEditor.NoSuchObject) in try editor.remove(application.id) }
    }
    let names = Names(directory)
    let all = directory.applicationsInOrder
    let new = Self.ordered(all.filter { reader.state.applications[$0.id] == nil }, \.alias) { application in
      (application.preauthorizedClients.map(\.client) + (application.knownClients ?? [])).map(names.application)
    }
    var consents: [JSONValue] = []
    for application in new + all.filter({ reader.state.applications[$0.id] != nil }) {
      consents += try append(application, to: &section)
    }
    return (section, consents)
  }

  /// Adds an app's entry; returns what it was granted beyond that.
  private mutating func append(
    _ application: Application, to section: inout JSONObject
  ) throws(ScenarioError) -> [JSONValue] {
    var own = JSONObject()
    if let base = reader.state.applications[application.id] {
      try append(application, like: base, to: &own)
    } else {
      let names = Names(directory)
      var new = NewApplication(alias: application.alias, kind: application.type, displayName: application.alias)
      var beginning: JSONObject = ["type": .string(new.kind.rawValue)]
      if new.id != application.id {
        new.id = application.id
        beginning.append("clientId", "\(application.id)")
      }
      if application.displayName != application.alias { beginning.append("displayName", application.displayName) }
      new.displayName = application.displayName
      if let tenant = application.tenant, tenant != directory.mainTenant?.id {
        new.tenant = reader.state.tenant(named: names.tenant(tenant))?.id
        beginning.append("tenant", names.tenant(tenant))
      }
      try append(application, like: reader.made(new), beginning: beginning, to: &own)
    }
    var members = own[application.alias]?.object ?? [:]
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
