/// The parts of a sign-in name such as `alice@contoso.com`.
package enum SignInName {
  /// What stands behind the last `@`, as it is written; the whole name when it has no `@`.
  package static func domain(of name: String) -> String {
    name.utf8.lastIndex(of: 0x40).map { String(name[name.utf8.index(after: $0)...]) } ?? name
  }
}
