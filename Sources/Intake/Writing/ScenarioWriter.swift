import Bytes
import LooseFormats

/// Writes the scenario: anew, or into a file that people have edited since.
package struct ScenarioWriter: Sendable {
  private let draft: Draft
  private let branches: [Branch]

  /// `withSecrets`: whether the secrets that stand in the files stand in the scenario too.
  package init(_ draft: Draft, withSecrets: Bool) {
    self.draft = draft
    branches = Vocabulary(withSecrets: withSecrets).file(draft)
  }

  /// The scenario as a new file.
  package var text: String {
    var lines = [
      "# Made by 'mockidp init'. A comment behind a value says in which file and line it stands;",
      "# 'made up' and 'assumed' mark what stands nowhere. Change what you like: a second run keeps it.",
    ]
    lines += branches.flatMap { $0.lines(indent: 0) }
    lines += InitRecord(branches).lines
    return lines.joined(separator: "\n") + "\n"
  }

  /// The file with what is new in it. What people wrote stays.
  /// - Throws: `RevisionError` for a file that is not a scenario, or that cannot be changed without harm.
  package func revised(_ old: [UInt8]) throws(RevisionError) -> Revision {
    var reviser = Reviser(old)
    return try reviser.revise(branches)
  }
}

/// The comment at the end of the file that says, in digests, what the last run wrote. It tells a value that a person changed
/// from one that is as it was written.
struct InitRecord: Sendable {
  static let mark = "# init:"

  private(set) var values: [String: String] = [:]
  private var order: [String] = []

  /// What a run writes.
  init(_ branches: [Branch]) { add(branches, path: "") }

  /// What the last run wrote. Empty for a file without the comment.
  init(reading lines: [String]) {
    for line in lines where line.hasPrefix(Self.mark) {
      for entry in String(line.dropFirst(Self.mark.count)).blankParts where entry.utf8.count == 16 {
        values[String(entry.prefix(8))] = String(entry.suffix(8))
      }
    }
  }

  static func path(_ path: String, _ step: String) -> String { "\(path)\u{1F}\(step)" }

  private mutating func add(_ branches: [Branch], path: String) {
    for branch in branches {
      let own = Self.path(path, branch.step)
      let key = MadeUpId.check(own)
      if values.updateValue(MadeUpId.check(branch.scalar ?? ""), forKey: key) == nil { order.append(key) }
      add(branch.children, path: own)
    }
  }

  /// Whether the last run wrote this key.
  func has(_ path: String) -> Bool { values[MadeUpId.check(path)] != nil }

  /// Whether the last run wrote this value.
  func has(_ path: String, value: String) -> Bool { values[MadeUpId.check(path)] == MadeUpId.check(value) }

  var lines: [String] {
    var lines = ["", "# What the last run of 'mockidp init' wrote, in digests, so that the next one knows your edits."]
    var line = Self.mark
    for key in order {
      line += " \(key)\(values[key] ?? "")"
      if line.utf8.count > 100 {
        lines.append(line)
        line = Self.mark
      }
    }
    if line != Self.mark { lines.append(line) }
    return lines
  }
}
