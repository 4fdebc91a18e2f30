import Bytes
import Directory
import JSON
import Worlds
import YAML

/// Rules as they were written, with short names where they name what has an id of its own in this world: another world would not
/// know it.
struct OwnNames {
  private var aliases: [String: String] = [:]

  /// What stands under these keys is an answer or a token's content, and no name.
  private static let literal: Set<String> = ["respond", "changeAnswer", "claims", "headers", "header"]

  init(_ world: World) {
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

  /// The rule as a file says it, at the place of that number; nil for a rule that was made in code. A rule is named unless its place gives
  /// it its name.
  func written(_ rule: Rule, number: Int) -> JSONValue? {
    guard let node = rule.written, case .object(let object) = written(node) else { return nil }
    var members = JSONObject()
    if rule.name != "#\(number)" { members.append("name", rule.name) }
    for member in object.members where member.name != "name" { members.append(member.name, member.value) }
    return .object(members)
  }

  /// A value as it was written, with short names. A plain `1.50` may be a password: it stays the text that it is, where JSON would make
  /// 1.5 of it. In an answer or a token it is a number.
  func written(_ node: YAMLNode, isLiteral: Bool = false) -> JSONValue {
    switch node.kind {
    case .sequence(let items): return .array(items.map { written($0, isLiteral: isLiteral) })
    case .mapping(let entries):
      return .object(
        JSONObject(
          entries.map { entry in
            let value = written(entry.value, isLiteral: isLiteral || Self.literal.contains(entry.name))
            return JSONObject.Member(name: entry.name, value: value)
          }))
    case .scalar(let text, _):
      let value = JSONValue(node)
      if isLiteral { return value }
      switch value {
      case .string: return .string(aliases[ASCII.lowercased(text)] ?? text)
      case .integer, .double: return value.text == text ? value : .string(text)
      default: return value
      }
    }
  }
}
