import Directory
import JSON

/// Data of an app's own at a user (Microsoft: "openTypeExtension resource type").
enum OpenExtension {
  private static let type = "microsoft.graph.openTypeExtension"
  /// The plain property that holds the open extensions of a user by their names.
  private static let property = "extensions"

  /// The name in a path: some clients write the type before it.
  static func name(in key: String) -> String {
    key.hasPrefix(type + ".") ? String(key.dropFirst(type.count + 1)) : key
  }

  /// The members that a body gives to the extension, without those that name it.
  static func data(in body: JSONObject) -> JSONObject {
    JSONObject(body.members.filter { !$0.name.hasPrefix("@odata.") && !["extensionName", "id"].contains($0.name) })
  }

  static func data(_ name: String, of user: User) -> JSONObject? { user.properties[property]?[name]?.object }

  /// The members as Graph shows them.
  static func shown(_ name: String, _ data: JSONObject) -> JSONObject {
    JSONObject(
      [
        .init(name: "@odata.type", value: .string("#" + type)), .init(name: "extensionName", value: .string(name)),
        .init(name: "id", value: .string(name)),
      ] + data.members)
  }

  /// All extensions of the user.
  static func all(of user: User) -> [JSONValue] {
    (user.properties[property]?.object?.members ?? []).compactMap { member in
      member.value.object.map { .object(shown(member.name, $0)) }
    }
  }

  /// Stores an extension; nil takes it away.
  static func set(_ name: String, _ data: JSONObject?, of user: inout User) {
    var extensions = user.properties[property]?.object ?? [:]
    extensions[name] = data.map { .object($0) }
    user.properties[property] = extensions.members.isEmpty ? Optional.none : .object(extensions)
  }
}
