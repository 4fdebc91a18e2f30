import Bytes
import JSON

/// What a list of findings has: a file may have thousands of scopes, and for each of them the others are looked at.
struct FindingIndex: Sendable {
  private var byFact: [Fact: [Finding]] = [:]
  private var known: Set<Value> = []
  private var endings: Set<Ending> = []

  /// Two findings with the same one say the same.
  private struct Value: Hashable {
    let fact: Fact
    let text: String
    /// Of the secrets of an export only the names and the ends tell one from another.
    let secret: JSONValue

    init(_ finding: Finding) {
      (fact, text) = (finding.fact, ASCII.lowercased(finding.value))
      secret = finding.fact == .secret ? finding.json : .null
    }
  }

  /// What stands behind the last slash of a value, with the slash; the whole value without one.
  private struct Ending: Hashable {
    let fact: Fact
    let text: String
  }

  init(_ findings: [Finding]) {
    for finding in findings { append(finding) }
  }

  /// The findings of a fact, in the order of the list.
  subscript(_ fact: Fact) -> [Finding] { byFact[fact] ?? [] }

  /// Whether the list says this already.
  func has(_ finding: Finding) -> Bool { known.contains(Value(finding)) }

  /// Whether a finding of the fact ends so, from its last slash on.
  func has(_ fact: Fact, ending text: String) -> Bool { endings.contains(Ending(fact: fact, text: text)) }

  /// Takes in what the list got.
  mutating func append(_ finding: Finding) {
    known.insert(Value(finding))
    byFact[finding.fact, default: []].append(finding)
    let slash = finding.value.utf8.lastIndex(of: 0x2F)
    endings.insert(Ending(fact: finding.fact, text: slash.map { String(finding.value[$0...]) } ?? finding.value))
  }
}
