import Policy
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("Causes in the catalogue") struct CauseTests {
  /// The mappings of a text: from each `{` that no other encloses to its `}`.
  private static func mappings(in text: String) -> [String] {
    var (mappings, current, depth) = ([String](), "", 0)
    for character in text {
      if character == "{" { depth += 1 }
      if depth > 0 { current.append(character) }
      guard character == "}" else { continue }
      depth -= 1
      if depth == 0 {
        mappings.append(current)
        current = ""
      }
    }
    return mappings
  }

  private static let actions = Catalogue.all.flatMap { kind in
    (kind.cause.map { $0.contains("rule action:") ? mappings(in: $0) : [] } ?? []).map { (kind.label, $0) }
  }

  @Test("are actions that a scenario can hold, parameters and all", arguments: actions)
  func exists(_ label: String, _ action: String) throws {
    #expect(throws: Never.self, "\(label)") {
      try RuleAction.written(action, file: label, in: try TestWorld().world.directory)
    }
  }

  @Test("are found at all") func found() { #expect(Self.actions.count > 20) }
}
