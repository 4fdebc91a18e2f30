import Directory
import JSON

/// `world.resources`.
extension WorldExport {
  /// The APIs of Microsoft's that the reader of the file does not know. What has changed in those that it knows stands under `apps`.
  mutating func resources() throws(ScenarioError) -> JSONObject {
    var section = JSONObject()
    for api in directory.applicationsInOrder where api.isFirstParty && reader.state.applications[api.id] == nil {
      var new = NewApplication(alias: api.alias, kind: .api, displayName: api.displayName)
      new.isMicrosofts = true
      var beginning = JSONObject()
      if new.id != api.id {
        new.id = api.id
        beginning.append("clientId", "\(api.id)")
      }
      if api.displayName != api.alias { beginning.append("displayName", api.displayName) }
      try append(
        api, like: reader.made(new), beginning: beginning,
        where: { Application.resourceWords.contains($0.name) }, isResource: true, to: &section)
    }
    return section
  }
}
