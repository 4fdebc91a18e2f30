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
      var clients: Set<Application.ID> = []
      let known = ScopeNames(place.application?.permissions ?? [])
      for item in value.oneOrMany() {
        let new = try item.preauthorization(known, in: place.directory)
        guard clients.insert(new.client).inserted else { throw item.error("the client is in the list already") }
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

/// The scopes of an API by their values in small letters and by their ids, for a list that names many.
private struct ScopeNames {
  let scopes: [DelegatedPermission]
  private let byValue: [String: String]
  private let byID: [String: String]

  init(_ scopes: [DelegatedPermission]) {
    self.scopes = scopes
    byValue = Dictionary(scopes.map { (ASCII.lowercased($0.value), $0.value) }) { first, _ in first }
    byID = Dictionary(scopes.map { ("\($0.id)", $0.value) }) { first, _ in first }
  }

  /// The value of the scope that a text names by its id or by its value.
  func value(_ text: String, byID isID: Bool) -> String? { (isID ? byID : byValue)[ASCII.lowercased(text)] }

  /// What a text may name.
  func names(byID isID: Bool) -> [String] { scopes.map { isID ? "\($0.id)" : $0.value } }
}

extension FileValue {
  fileprivate func preauthorization(
    _ known: ScopeNames, in directory: DirectoryState
  ) throws(ScenarioError) -> NewPreauthorization {
    guard node.entries != nil else {
      return NewPreauthorization(client: try existingApplication(in: directory).id, scopes: nil)
    }
    var fields = try FileMapping(self)
    let (client, id) = (fields.take("client"), fields.take("appId"))
    guard let named = client ?? id else { throw fields.missing("client", else: "'client' is missing: an app's name") }
    if client != nil, let id { throw id.error("'client' and 'appId' are two ways to say it; leave one out") }
    let (values, ids) = (fields.take("scopes"), fields.take("delegatedPermissionIds"))
    if values != nil, let ids {
      throw ids.error("'scopes' and 'delegatedPermissionIds' are two ways to say it; leave one out")
    }
    var scopes: [String] = []
    var seen = SeenWords()
    for item in try (values ?? ids)?.list("a list such as [Orders.Read]") ?? [] {
      let text = try item.text("a list of scopes")
      guard let found = known.value(text, byID: values == nil) else {
        throw item.unknown("scope", among: known.names(byID: values == nil))
      }
      if seen.insert(found) { scopes.append(found) }
    }
    let application = try named.existingApplication(in: directory).id
    try fields.finish()
    return NewPreauthorization(client: application, scopes: values == nil && ids == nil ? nil : scopes)
  }
}

extension Application {
  /// Adds the clients; one that is there already gets the new scopes in the place of its own.
  mutating func preauthorize(_ clients: [NewPreauthorization]) {
    let new = Set(clients.map(\.client))
    preauthorizedClients.removeAll { new.contains($0.client) }
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
