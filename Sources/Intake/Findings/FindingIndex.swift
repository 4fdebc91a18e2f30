import Bytes
import JSON

/// What a list of findings has: a file may have thousands of scopes, and for each of them the others are looked at.
struct FindingIndex: Sendable {
  private var byFact: [Fact: [Finding]] = [:]
  private var known: Set<Value> = []

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

  init(_ findings: [Finding]) {
    for finding in findings { append(finding) }
  }

  /// The findings of a fact, in the order of the list.
  subscript(_ fact: Fact) -> [Finding] { byFact[fact] ?? [] }

  /// Whether the list says this already.
  func has(_ finding: Finding) -> Bool { known.contains(Value(finding)) }

  /// Takes in what the list got.
  mutating func append(_ finding: Finding) {
    known.insert(Value(finding))
    byFact[finding.fact, default: []].append(finding)
  }
}
