import Expectations
import Foundation
import Testing

/// The journal's `why` names users, groups, apps, tenants, policies and user flows in quotes, so that a name such as `web`, `api` or `guest`
/// is not read as a word of the sentence. The sources are asked, since they have the sentences that no test sees, too.
@Suite("Sentences of the journal") struct ReasonNamesTests {
  /// The targets whose texts with a name in them are such sentences.
  private static let targets = ["Policy", "Worlds", "Tokens", "Graph", "Authority", "Customers", "Machines"]

  /// A name in a text without quotes. In an address, `/NAME` or `NAME@`, it is not a word of a sentence.
  private static let bare =
    #"(?<!['/])\\\([\w.$?\[\]!]*\b(?:alias|policy\.name|flow\.name|principal\.name|holder\.name)(?: \?\? [^()]*)?\)(?!['/@])"#
  /// A list of names without quotes around each.
  private static let list = #"\(\\\.[\w.]*alias\)\.joined"#

  private static func bareNames(in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: "\(bare)|\(list)")
    return text.components(separatedBy: "\n").filter { line in
      !line.trimmingCharacters(in: .whitespaces).hasPrefix("//")
        && expression.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil
    }
  }

  @Test func haveTheirNamesInQuotes() throws {
    let tree = try SourceTree.shared.get()
    var seen = 0
    for path in tree.paths.sorted() where path.hasSuffix(".swift") {
      guard Self.targets.contains(where: { path.hasPrefix("Sources/\($0)/") }) else { continue }
      let text = try SourceTree.page(path)
      seen += text.components(separatedBy: "alias)'").count - 1
      try expectEqual(Self.bareNames(in: text), [], "\(path)")
    }
    #expect(seen > 200, "\(seen)")
  }

  /// "91 days" and not "91d" or "91.00:00:00". What actions and settings are called has the form that a scenario file takes.
  @Test func haveTheirSpansInWords() throws {
    let tree = try SourceTree.shared.get()
    for path in tree.paths.sorted() where path.hasSuffix(".swift") && !path.hasPrefix("Sources/Worlds/Rules/Actions/") {
      guard Self.targets.contains(where: { path.hasPrefix("Sources/\($0)/") }) else { continue }
      guard path != "Sources/Worlds/World/LifetimeNames.swift" else { continue }
      let lines = try SourceTree.page(path).components(separatedBy: "\n")
      expectEqual(lines.filter { $0.contains(".shortText") }, [], "\(path)")
    }
  }

  @Test(arguments: [
    (#"exchange.because("→ code for \(user.alias)")"#, true),
    (#"exchange.because("→ code for '\(user.alias)'")"#, false),
    (#""policy \(policy.name) blocks""#, true), (#"because("of \(user?.alias ?? client.alias), gone")"#, true),
    (#""signed out: \(users.map(\.alias).joined(separator: ", "))""#, true), (#""\(alias)@\(domain)""#, false),
    (#""/\(tenant)/\(flow.name)""#, false), (#"uris(of: api.alias).joined(separator: " or ")"#, false),
    (#"/// \(alias) of a comment"#, false),
  ]) func areFound(_ line: String, _ isBare: Bool) throws {
    try expectEqual(!Self.bareNames(in: line).isEmpty, isBare)
  }
}
