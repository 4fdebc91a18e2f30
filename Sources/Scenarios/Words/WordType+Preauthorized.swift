import Bytes
import Directory
import JSON
import YAML

/// A client of an API with the scopes that it gets without consent.
struct NewPreauthorization: Hashable, Sendable {
  let client: Application.ID
  /// Nil: all scopes of the API.
  let scopes: [String]?
}

extension WordType where Value == [NewPreauthorization] {
  /// Clients alone, which stand for all scopes, and clients with some scopes.
  static let preauthorized = Self(
    .oneOrMany(
      .either(
        [
          .text(.plain),
          .object([
            .init("client", .text(.plain), "The client."), .init("appId", .guid, "The same, as Graph has it."),
            .init("scopes", .list(.text(.plain)), "The values of the scopes; all without it."),
            .init("delegatedPermissionIds", .list(.guid), "The same by their ids, as Graph has it."),
          ]),
        ], expected: "an app, or a mapping such as { client: mobile, scopes: [Orders.Read] }")),
    label: "list of apps, or of mappings with `client` and `scopes`", absent: [],
    read: { value, place throws(ScenarioError) in
      var list: [NewPreauthorization] = []
      for item in value.oneOrMany() {
        let new = try item.preauthorization(place)
        if list.contains(where: { $0.client == new.client }) { throw item.error("the client is in the list already") }
        list.append(new)
      }
      return list
    },
    write: { list, names in
      .array(
        list.map { item in
          guard let scopes = item.scopes else { return .string(names.application(item.client)) }
          return ["client": .string(names.application(item.client)), "scopes": .strings(scopes)]
        })
    })
}

extension FileValue {
  fileprivate func preauthorization(_ place: WordPlace) throws(ScenarioError) -> NewPreauthorization {
    guard node.entries != nil else {
      return NewPreauthorization(client: try existingApplication(in: place.directory).id, scopes: nil)
    }
    var fields = try FileMapping(self)
    let (client, id) = (fields.take("client"), fields.take("appId"))
    guard let named = client ?? id else { throw fields.missing("client", else: "'client' is missing: an app's name") }
    if client != nil, let id { throw id.error("'client' and 'appId' are two ways to say it; leave one out") }
    let (values, ids) = (fields.take("scopes"), fields.take("delegatedPermissionIds"))
    if values != nil, let ids {
      throw ids.error("'scopes' and 'delegatedPermissionIds' are two ways to say it; leave one out")
    }
    let known = place.application?.permissions ?? []
    var scopes: [String] = []
    for item in try (values ?? ids)?.list("a list such as [Orders.Read]") ?? [] {
      let text = try item.text("a list of scopes")
      let found = known.first {
        values == nil ? "\($0.id)" == ASCII.lowercased(text) : ASCII.equalIgnoringCase($0.value, text)
      }
      guard let found else {
        throw item.unknown("scope", among: known.map { values == nil ? "\($0.id)" : $0.value })
      }
      if !scopes.contains(found.value) { scopes.append(found.value) }
    }
    let application = try named.existingApplication(in: place.directory).id
    try fields.finish()
    return NewPreauthorization(client: application, scopes: values == nil && ids == nil ? nil : scopes)
  }
}

extension Application {
  /// Adds the clients; one that is there already gets the new scopes in the place of its own.
  mutating func preauthorize(_ clients: [NewPreauthorization]) {
    preauthorizedClients.removeAll { old in clients.contains { $0.client == old.client } }
    let all = permissions.map(\.value)
    preauthorizedClients += clients.map { Preauthorization(client: $0.client, scopes: $0.scopes ?? all) }
  }

  /// The clients as a file says them: with scopes where they have not all.
  var writtenPreauthorizations: [NewPreauthorization] {
    let all = permissions.map(\.value)
    return preauthorizedClients.map {
      NewPreauthorization(client: $0.client, scopes: $0.scopes == all ? nil : $0.scopes)
    }
  }
}
