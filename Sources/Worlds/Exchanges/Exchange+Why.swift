import Bytes
import Policy

extension Exchange {
  /// The cause of the answer, for a person: the rules that fired, and what was explained in particular; else the last reason of a refusal, and
  /// what its number means. Nil for an answer that needs no explanation.
  package var why: String? {
    var sentences = ofRules
    for cause in causes where !sentences.contains(cause) { sentences.append(cause) }
    if causes.isEmpty {
      if sentences.isEmpty, isRefused { sentences += reasons.last { !$0.hasPrefix("→") }.map { [$0] } ?? [] }
      if let refusal { sentences.append(refusal.kind.meaning) }
    }
    guard !sentences.isEmpty else { return nil }
    return sentences.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.joined(separator: ". ")
  }

  private var isRefused: Bool { refusal != nil || resourceError != nil || failure != nil || status >= 400 }

  /// What the rules that fired did, in the words of the reasons.
  private var ofRules: [String] {
    guard !rules.isEmpty else { return [] }
    return reasons.filter { reason in rules.contains { reason.hasPrefix("rule \($0): ") } }
  }
}
