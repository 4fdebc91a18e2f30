import JSON
import Time
import YAML

@testable import Scenarios
@testable import Worlds

extension FuzzTarget {
  /// Scenario files: a mistake is told in one line with its place, and what is accepted makes a world, now and after a restart.
  static let scenario = FuzzTarget(name: "scenario", summary: "a scenario file", maximumBytes: 4_096) { bytes in
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 2
    let scenario: Scenario
    do throws(ScenarioError) {
      scenario = try ScenarioDecoder.scenario(from: bytes, file: "x.yaml")
    } catch {
      // Line breaks of YAML 1.1 beyond ASCII: NEL, LS and PS.
      try require((1...lines + bytes.count / 2).contains(error.line), "the error is in line \(error.line)")
      try require((1...bytes.count + 2).contains(error.column), "the error is in column \(error.column)")
      try require(!error.sentence.isEmpty, "an error without words")
      try require(
        !error.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F },
        "the error is not a line for a terminal: \(error)")
      try require(error.description.utf8.count < 8_000, "the error has \(error.description.utf8.count) bytes")
      return
    }
    _ = scenario.seededDirectory(at: UnixTime(seconds: 1_769_854_830))
    scenario.clock.apply(to: WorldClock(base: ManualClock(UnixTime(seconds: 1_769_854_830))))
    // As the store keeps it.
    guard let source = scenario.source else { throw FuzzFinding("the source is lost") }
    let kept = Array(source.flowText.utf8)
    let again: Scenario
    do throws(ScenarioError) {
      again = try ScenarioDecoder.scenario(from: kept, file: "kept")
    } catch {
      throw FuzzFinding("kept, it is refused: \(error)")
    }
    try require(again.name == scenario.name && again.summary == scenario.summary, "kept, it has another name")
    try require(again.settings == scenario.settings, "kept, it has other settings")
    try require(again.clock == scenario.clock, "kept, it has another clock")
    guard let changes = scenario.language as? FileLanguage, let kept = again.language as? FileLanguage else {
      throw FuzzFinding("a file has another language")
    }
    try require(kept.patch == changes.patch, "kept, it makes another world")
    try require(again.expectations == scenario.expectations, "kept, it expects something else")
    try require(again.rules.map(\.pattern) == scenario.rules.map(\.pattern), "kept, it has other rules")
  }
}
