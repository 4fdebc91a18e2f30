import JSON
import Policy

/// A key of files that allows what the directory does not know.
struct AdoptionWord: Sendable {
  let key: String
  let rule: AdoptionRule
  let sentence: String

  static let all = [
    AdoptionWord(
      key: "unknownPermissions", rule: .permissions,
      sentence: "Whether a permission that its API does not have is refused, or taken in."),
    AdoptionWord(
      key: "unknownResources", rule: .resources,
      sentence: "Whether an API that no tenant has is refused, or taken in."),
  ]

  /// The keys that a file needs for that rule.
  static func written(_ rule: AdoptionRule) -> [(key: String, value: JSONValue)] {
    if rule == .everything { return [("adopt", true)] }
    return all.filter { rule.contains($0.rule) }.map { ($0.key, "allow") }
  }
}
