import Bytes
import Directory
package import JSON

/// Rules as they were written, with short names where they name what has an id of its own in this world: another world would not
/// know it.
package struct OwnNames {
  private var aliases: [String: String] = [:]

  /// What stands under these keys is an answer or a token's content, and no name.
  private static let literal: Set<String> = ["respond", "changeAnswer", "claims", "headers", "header"]

  package init(_ world: World) {
    guard world.identity != nil else { return }
    let directory = world.directory
    for user in directory.usersInOrder {
      aliases[ASCII.lowercased("\(user.id)")] = user.alias
      aliases[ASCII.lowercased(user.userPrincipalName)] = user.alias
    }
    for tenant in directory.tenantsInOrder {
      for name in ["\(tenant.id)"] + tenant.domains { aliases[ASCII.lowercased(name)] = tenant.alias }
    }
  }

  /// The rule as a file would say it in the place of that number; nil for one that was never written. A rule is named unless its
  /// place gives it the name it has.
  package func written(_ rule: Rule, number: Int) -> JSONValue? {
    guard let node = rule.written, case .object(let object) = JSONValue(node) else { return nil }
    var members = JSONObject()
    if rule.name != "#\(number)" { members.append("name", rule.name) }
    for member in object.members where member.name != "name" { members.append(member.name, aliased(member.value)) }
    return .object(members)
  }

  private func aliased(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(aliases[ASCII.lowercased(text)] ?? text)
    case .array(let items): .array(items.map(aliased))
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { member in
            let value = Self.literal.contains(member.name) ? member.value : aliased(member.value)
            return JSONObject.Member(name: member.name, value: value)
          }))
    default: value
    }
  }
}
