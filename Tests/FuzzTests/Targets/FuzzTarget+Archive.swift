import Intake
import Policy
import YAML

extension FuzzTarget {
  /// HTTP archives as `mockidp scenario from-har` reads them: whatever they hold, the scenario is YAML, a line of the report is one
  /// line, and what was posted as a password or a secret is in neither.
  static let archive = FuzzTarget(
    name: "archive", summary: "an HTTP archive of a sign-in (HAR)", maximumBytes: 16_384
  ) { bytes in
    let results = (0..<2).map { _ in
      Result { () throws(ArchiveFault) in
        try ArchiveScenario(bytes, file: "fuzz.har", named: "fuzz") { Catalogue.kind(code: $0) != nil }
      }
    }
    switch (results[0], results[1]) {
    case (.success(let made), .success(let again)): try check(made, again)
    case (.failure(let fault), .failure):
      try require(!"\(fault)".utf8.contains(0x0A), "a refusal of two lines: \(fault)")
    default: throw FuzzFinding("the same archive is taken once and refused once")
    }
  }

  private static func check(_ made: ArchiveScenario, _ again: ArchiveScenario) throws {
    try require(made.text == again.text, "the same archive gives another scenario")
    for line in made.report {
      try require(!line.utf8.contains(0x0A), "a line of the report is two: \(line.debugDescription)")
    }
    do throws(YAMLError) {
      _ = try YAMLDocument.parse(made.text)
    } catch { throw FuzzFinding("the scenario is not YAML: \(error)") }
  }
}
