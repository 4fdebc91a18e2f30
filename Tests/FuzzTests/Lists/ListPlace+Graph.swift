import Bytes
import Directory

/// Lists of calls to Microsoft Graph, and of those that make worlds.
extension ListPlace {
  private static func graph(
    _ name: String, _ method: String, _ target: String, _ begin: String, _ end: String,
    of item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) { .graph(method, target, body: begin + $0.joined(separator: ",") + end) }
  }

  private static func query(
    _ name: String, _ target: String, separator: String = ",", of item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) { .graph("GET", target + $0.joined(separator: separator), body: "") }
  }

  private static let extensions = numbered("\"extension_0123456789abcdef0123456789abcdef_w", "\":\"v\"")

  static let graph: [ListPlace] = [
    graph("graph, steps of a batch", "POST", "/v1.0/$batch", "{\"requests\":[", "]}") {
      "{\"id\":\"\($0)\",\"method\":\"GET\",\"url\":\"/me\"}"
    },
    graph(
      "graph, what a step depends on", "POST", "/v1.0/$batch",
      "{\"requests\":[{\"id\":\"1\",\"method\":\"GET\",\"url\":\"/me\"},{\"id\":\"2\",\"method\":\"GET\",\"url\":\"/me\",\"dependsOn\":[",
      "]}]}",
      of: same("\"1\"")),
    graph(
      "graph, header fields of a step", "POST", "/v1.0/$batch",
      "{\"requests\":[{\"id\":\"1\",\"method\":\"GET\",\"url\":\"/me\",\"headers\":{", "}}]}",
      of: numbered("\"X-", "\":\"1\"")),
    ListPlace("graph, $select of a step", item: numbered("extension_0123456789abcdef0123456789abcdef_w")) {
      .graph(
        "POST", "/v1.0/$batch",
        body:
          "{\"requests\":[{\"id\":\"1\",\"method\":\"GET\",\"url\":\"/users?$select=\($0.joined(separator: ","))\"}]}")
    },
    ListPlace("graph, $filter of a step", item: numbered("displayName eq 'w", "'")) {
      .graph(
        "POST", "/v1.0/$batch",
        body:
          "{\"requests\":[{\"id\":\"1\",\"method\":\"GET\",\"url\":\"/users?$filter=\(Percent.encodeForm($0.joined(separator: " or ")))\"}]}"
      )
    },
    query("graph, $select", "/v1.0/me?$select=", of: same("displayName")),
    query(
      "graph, $select of extensions", "/v1.0/me?$select=", of: numbered("extension_0123456789abcdef0123456789abcdef_w")),
    query("graph, $select options", "/v1.0/me?", separator: "&", of: same("$select=displayName")),
    query("graph, $expand", "/v1.0/me?$expand=", of: same("manager")),
    query("graph, $filter", "/v1.0/users?$filter=", separator: "%20or%20", of: numbered("displayName%20eq%20'w", "'")),
    query("graph, parentheses", "/v1.0/users?$filter=", separator: "", of: same("(")),
    query("graph, negations", "/v1.0/users?$filter=", separator: "", of: same("not%20")),
    query("graph, options of no meaning", "/v1.0/users?", separator: "&", of: numbered("name", "=value")),
    query("graph, words of an order", "/v1.0/users?$orderby=", separator: "%20", of: same("desc")),
    query("graph, words of a search", "/v1.0/users?$search=\"displayName:", separator: "%20", of: numbered("w")),
    query("graph, segments of a path", "/v1.0/me/", separator: "/", of: numbered("w")),
    graph("graph, properties of a user", "PATCH", "/v1.0/me", "{", "}", of: numbered("\"word", "\":1")),
    graph("graph, directory extensions of no app", "PATCH", "/v1.0/me", "{", "}", of: extensions),
    graph(
      "graph, directory extensions", "PATCH", "/v1.0/me", "{", "}",
      of: numbered("\"extension_30b11e00000040008000000000000001_w", "\":\"v\"")),
    graph(
      "graph, telephone numbers", "PATCH", "/v1.0/me", "{\"businessPhones\":[", "]}", of: numbered("\"+49 ", "\"")),
    graph(
      "graph, members of an open extension", "POST", "/v1.0/me/extensions", "{\"extensionName\":\"many\",", "}",
      of: numbered("\"m", "\":1")),
    ListPlace("graph, changes of an open extension", item: numbered("\"m", "\":1")) { items in
      .inWorld(
        of:
          "world:\n  users:\n    alice:\n      extensions: { many: { \(items.map { $0 + "0" }.joined(separator: ", ")) } }\n",
        .graph("PATCH", "/v1.0/me/extensions/many", body: "{" + items.joined(separator: ",") + "}"))
    },
    graph("graph, groups to check", "POST", "/v1.0/me/checkMemberGroups", "{\"groupIds\":[", "]}") { _ in
      "\"\(SeededDirectory.contoso)\""
    },
    ListPlace("graph, scopes of a grant", item: numbered("Word.")) {
      .graph(
        "POST", "/v1.0/oauth2PermissionGrants",
        body:
          "{\"clientId\":\"x\",\"resourceId\":\"x\",\"consentType\":\"AllPrincipals\",\"scope\":\"\($0.joined(separator: " "))\"}"
      )
    },
    inWorld("graph, list of users", "/v1.0/users?$top=999", "users", numbered("    user", ": { displayName: Many }")),
    inWorld("graph, list of apps", "/v1.0/applications?$top=999", "apps", numbered("    app", ": { type: native }")),
    inWorld(
      "graph, list of service principals", "/v1.0/servicePrincipals", "apps", numbered("    app", ": { type: native }")),
    ListPlace("graph, groups of groups", item: chainOfGroups) {
      .inWorld(
        of: "world:\n  groups:\n" + $0.joined(separator: "\n") + "\n",
        .graph("GET", "/v1.0/me/transitiveMemberOf", body: ""))
    },
  ]

  private static func inWorld(
    _ name: String, _ target: String, _ section: String, _ item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) {
      .inWorld(
        of: "world:\n  \(section):\n" + $0.joined(separator: "\n") + "\n", .graph("GET", target, body: ""))
    }
  }

  static let worlds: [ListPlace] = [
    ListPlace("worlds, members of no meaning", item: numbered("\"word", "\":1")) {
      .worlds(body: "{" + $0.joined(separator: ",") + "}")
    },
    ListPlace("worlds, users of a scenario", item: numbered("\"user", "\":{\"displayName\":\"Many\"}")) {
      .worlds(body: "{\"scenario\":{\"scenario\":\"many\",\"world\":{\"users\":{\($0.joined(separator: ","))}}}}")
    },
    ListPlace("worlds, apps of a scenario", item: numbered("\"app", "\":{\"type\":\"native\"}")) {
      .worlds(body: "{\"scenario\":{\"scenario\":\"many\",\"world\":{\"apps\":{\($0.joined(separator: ","))}}}}")
    },
    ListPlace("worlds, users laid over a scenario", item: numbered("\"user", "\":{\"displayName\":\"Many\"}")) {
      .worlds(body: "{\"overrides\":{\"world\":{\"users\":{\($0.joined(separator: ","))}}}}")
    },
    ListPlace("worlds, tenants of a scenario", weight: 4, item: numbered("\"tenant", "\":{\"displayName\":\"Many\"}")) {
      .worlds(body: "{\"scenario\":{\"scenario\":\"many\",\"world\":{\"tenants\":{\($0.joined(separator: ","))}}}}")
    },
  ]
}
