/// The words of a consent page for a permission that has none: they follow from its value.
enum PermissionText {
  private static let verbs = [
    "Read": "Read", "ReadBasic": "Read basic facts of", "ReadWrite": "Read and write", "Write": "Write",
    "Create": "Create", "Send": "Send", "Manage": "Manage", "Delete": "Delete", "FullControl": "Have full control of",
    "AccessAsUser": "Have your access to", "AccessAsApp": "Have access to", "Selected": "Access selected",
  ]
  private static let scopes = [
    "All": "all", "Shared": "shared", "OwnedBy": "owned", "AppFolder": "the app's", "Selected": "selected",
    "Group": "the group's", "Chat": "the chat's",
  ]

  /// `Read and write all tasks` for `Tasks.ReadWrite.All`. A value of another form is its own text.
  static func displayName(of value: String) -> String {
    let parts = value.split(separator: ".").map(String.init)
    guard parts.count > 1, let place = parts.lastIndex(where: { verbs[$0] != nil }), place > 0,
      let verb = verbs[parts[place]]
    else { return value }
    let things = parts[..<place].map(words).joined(separator: " ")
    let limits = parts[(place + 1)...].map { scopes[$0] ?? words($0) }
    return ([verb] + limits + [things]).joined(separator: " ")
  }

  /// `role management policy` for `RoleManagementPolicy`. Runs of capital letters, such as `VPN`, stay.
  private static func words(_ name: String) -> String {
    let letters = Array(name)
    var text = ""
    for (index, letter) in letters.enumerated() {
      let isStart = letter.isUppercase && index > 0 && !letters[index - 1].isUppercase
      let followsRun = letter.isUppercase && index > 0 && index + 1 < letters.count && letters[index + 1].isLowercase
      if isStart || followsRun { text += " " }
      let isInRun =
        letter.isUppercase
        && (index + 1 < letters.count && letters[index + 1].isUppercase || index > 0 && letters[index - 1].isUppercase)
      text += isInRun && !followsRun ? String(letter) : letter.lowercased()
    }
    return text
  }
}
