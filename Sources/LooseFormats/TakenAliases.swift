/// Short names that are taken, so that each object gets one of its own.
package struct TakenAliases {
  private var names: Set<String>
  /// The number to try next behind a name: all smaller ones are taken.
  private var next: [String: Int] = [:]

  /// `names`: those that are taken from the start.
  package init(_ names: [String] = []) { self.names = Set(names) }

  /// Takes a name: the wanted one, or the first free one with a number behind it.
  package mutating func free(like alias: String) -> String {
    if names.insert(alias).inserted { return alias }
    var number = next[alias] ?? 2
    while !names.insert("\(alias)-\(number)").inserted { number += 1 }
    next[alias] = number + 1
    return "\(alias)-\(number)"
  }
}
