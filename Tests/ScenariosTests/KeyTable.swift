import Directory

@testable import Scenarios

/// The tables of the documentation that tell what files may say of one kind of object, as Markdown.
enum KeyTable {
  /// The kinds with their tables, by the names that the documentation marks their places with.
  static var all: [(name: String, markdown: String)] {
    [
      ("tenants", markdown(of: Tenant.words)), ("users", markdown(of: User.words)),
      ("groups", markdown(of: Group.words)),
      ("resources", markdown(of: Application.words.filter { Application.resourceWords.contains($0.name) })),
      ("apps", markdown(of: Application.words)), ("consents", markdown(of: NewConsent.words)),
      ("policies", markdown(of: AccessPolicy.words)),
      ("userFlows", markdown(of: WordType<UserFlow>.parts)),
    ]
  }

  /// A line for each key of a mapping that is a word's value.
  private static func markdown<Whole>(of parts: [WordPart<Whole>]) -> String {
    table(parts.map { "| `\($0.member.name)` | \($0.label) | \($0.initial) | \($0.member.meaning) |" })
  }

  /// A line for each word that a file may say.
  private static func markdown<Subject: Worded>(of words: [Word<Subject>]) -> String {
    let rows = words.filter { $0.written != nil }.map { word in
      let note = word.isForNew ? " Only a new one takes it." : ""
      let names = word.names.map { "`\($0)`" }.joined(separator: " or ")
      return "| \(names) | \(word.label) | \(word.initial) | \(word.sentence)\(note) |"
    }
    return table(rows)
  }

  private static func table(_ rows: [String]) -> String {
    (["| key | type | without it | meaning |", "| --- | --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
  }
}
