import Bytes
import Intake
import YAML

extension FuzzTarget {
  /// Files of a repository as `mockidp init` reads them: whatever they are, the scenario can be read, and what stands in the
  /// files costs the same for each line, however long they are.
  static let intake = FuzzTarget(
    name: "intake", summary: "the path of a file in the first line, and the file behind it", maximumBytes: 4_096
  ) { bytes in
    let path = FuzzInput.text(bytes.prefix { $0 != 0x0A }).filter { !$0.isNewline }
    let content = Array(bytes.drop { $0 != 0x0A }.dropFirst())
    let text = try written(path, content)
    let again = try written(path, content)
    try require(text == again, "the same file gives another scenario")
    // The file again and again: a reader that compares each part with all others takes four times as long for twice as much.
    guard content.count > 64 else { return }
    let count = 16_384 / content.count + 1
    let cost = try ListCost.measure(count: count) { time(path, repeated(content, $0)) }
    try require(
      cost.ratio <= ListCost.limit,
      "\(2 * count * content.count) bytes take \(cost.ratio) times as long as half of them")
  }

  private static func draft(_ path: String, _ content: [UInt8]) -> Draft {
    var intake = Intake(paths: [path])
    intake.read(path, content)
    return intake.draft(named: "world")
  }

  private static func written(_ path: String, _ content: [UInt8]) throws -> String {
    let draft = draft(path, content)
    for line in IntakeReport(draft, withSecrets: false).lines {
      try require(!line.utf8.contains(0x0A), "a line of the report is two: \(line.debugDescription)")
    }
    let writer = ScenarioWriter(draft, withSecrets: true)
    let text = writer.text
    do throws(YAMLError) {
      _ = try YAMLDocument.parse(text)
    } catch { throw FuzzFinding("the scenario is not YAML: \(error)") }
    // A second run finds everything there.
    if let revision = try? writer.revised(Array(text.utf8)) {
      try require(revision.news.isEmpty, "a second run adds \(revision.news)")
    }
    return text
  }

  private static func repeated(_ content: [UInt8], _ count: Int) -> [UInt8] {
    Array(repeatElement(content, count: count).joined())
  }

  private static func time(_ path: String, _ content: [UInt8]) -> Double {
    let start = ProcessorTime.ofThread
    let draft = draft(path, content)
    _ = ScenarioWriter(draft, withSecrets: true).text
    _ = IntakeReport(draft, withSecrets: true).lines
    return ProcessorTime.ofThread - start
  }
}
