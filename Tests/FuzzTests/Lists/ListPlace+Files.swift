import Bytes
import Crypto

/// Lists of the files that `init` reads.
extension ListPlace {
  /// The objects of an export of a directory, one after the other.
  private static func objects(
    _ name: String, of object: @escaping @Sendable (Int, _ id: (String) -> String) -> String
  ) -> ListPlace {
    let item: @Sendable (Int) -> String = { number in object(number) { kind in id(kind, number) } }
    return ListPlace(name, item: item) {
      .files([("export.json", "{\"value\":[\($0.joined(separator: ","))]}")])
    }
  }

  /// The id of the object of that kind and number.
  private static func id(_ kind: String, _ number: Int) -> String {
    "\(GUID(random: SHA256.hash(Array("\(kind)/\(number)".utf8))))"
  }

  static let files: [ListPlace] = [
    objects(
      "init, users",
      of: { number, id in
        "{\"id\":\"\(id("user"))\",\"userPrincipalName\":\"ann\(number)@acme.com\",\"displayName\":\"Ann\"}"
      }),
    objects(
      "init, users of one name",
      of: { number, id in
        "{\"id\":\"\(id("user"))\",\"userPrincipalName\":\"ann@a\(number).com\",\"displayName\":\"Ann\"}"
      }),
    objects(
      "init, guests of many tenants",
      of: { number, id in
        "{\"id\":\"\(id("user"))\",\"userPrincipalName\":\"ann_a\(number).com#EXT#@acme.com\",\"displayName\":\"Ann\"}"
      }),
    objects(
      "init, groups",
      of: { number, id in
        "{\"id\":\"\(id("group"))\",\"displayName\":\"Staff\",\"securityEnabled\":true,\"members\":[\"\(id("group"))\"]}"
      }),
    objects(
      "init, apps",
      of: { number, id in
        "{\"appId\":\"\(id("app"))\",\"displayName\":\"Shop\",\"signInAudience\":\"AzureADMyOrg\",\"identifierUris\":[\"api://shop\(number)\"]}"
      }),
    objects(
      "init, service principals with an assignment each",
      of: { number, id in
        "{\"appId\":\"\(id("app"))\",\"displayName\":\"Shop\",\"signInAudience\":\"AzureADMyOrg\"},"
          + "{\"id\":\"\(id("principal"))\",\"appId\":\"\(id("app"))\",\"displayName\":\"Shop\",\"servicePrincipalType\":\"Application\"},"
          + "{\"resourceId\":\"\(id("principal"))\",\"principalId\":\"\(id("principal"))\",\"appRoleId\":\"\(id("role"))\"}"
      }),
    ListPlace("init, lines of an environment", item: numbered("SETTING_", "=value")) {
      .files([(".env", "AZURE_CLIENT_ID=2c7d38ba-6e52-4d1f-8b64-3a7a1be3d8f2\n" + $0.joined(separator: "\n"))])
    },
  ]
}
