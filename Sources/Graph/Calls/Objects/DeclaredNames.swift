import Bytes
import JSON

/// The names of a body's members in the letters in which Graph declares them. Graph takes names in any letter case: CLI for Microsoft 365,
/// Ansible's azcollection and modules of PowerShell send `mailNickName` and `JobTitle` (read in what they send).
enum DeclaredNames {
  /// The parameters of the actions that are served, with the types of those that are objects.
  private static let parameters: [(name: String, type: String)] = [
    ("securityEnabledOnly", ""), ("groupIds", ""), ("ids", ""), ("types", ""), ("keyId", ""), ("proof", ""),
    ("currentPassword", ""), ("newPassword", ""), ("passwordCredential", "passwordCredential"),
    ("keyCredential", "keyCredential"),
  ]
  /// The links that a body may bind (`members@odata.bind`).
  private static let links = ["members", "owners", "manager"]

  /// An object of the type, and the objects in it. A name that the type does not declare stays as it is.
  static func object(_ object: JSONObject, of type: String) -> JSONObject {
    // An object may say that it is of a type below the one that is asked for.
    let said = object["@odata.type"]?.string.flatMap { $0.hasPrefix("#microsoft.graph.") ? $0.dropFirst(17) : nil }
    guard let properties = said.flatMap({ GraphProperties(of: String($0)) }) ?? GraphProperties(of: type) else {
      return object
    }
    return JSONObject(
      object.members.map { member in
        guard !ODataAnnotation.isNamed(member.name) else { return annotation(member) }
        guard let kind = properties.kind(of: member.name) else { return member }
        return JSONObject.Member(name: kind.name, value: value(member.value, of: kind.type))
      })
  }

  /// The parameters of an action.
  static func parameters(_ object: JSONObject) -> JSONObject {
    JSONObject(
      object.members.map { member in
        guard let known = parameters.first(where: { ASCII.equalIgnoringCase($0.name, member.name) }) else {
          return member
        }
        return JSONObject.Member(name: known.name, value: value(member.value, of: known.type))
      })
  }

  private static func annotation(_ member: JSONObject.Member) -> JSONObject.Member {
    let bind = "@odata.bind"
    guard member.name.hasSuffix(bind),
      let link = links.first(where: { ASCII.equalIgnoringCase($0, member.name.dropLast(bind.utf8.count)) })
    else { return member }
    return JSONObject.Member(name: link + bind, value: member.value)
  }

  private static func value(_ value: JSONValue, of type: String) -> JSONValue {
    switch value {
    case .object(let inner): .object(object(inner, of: type))
    case .array(let items): .array(items.map { self.value($0, of: type) })
    default: value
    }
  }
}
