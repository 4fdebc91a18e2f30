import JSON
import Policy

extension Record {
  /// What a record can show beside a refusal.
  package enum Sight: String, Sendable, CaseIterable {
    case claim
    case headerField
    case graphError
  }

  /// The names of that kind that its answers have, each once.
  package func names(of sight: Sight) -> [String] {
    var found: [String] = []
    for step in steps {
      guard let answer = step.answer else { continue }
      switch sight {
      case .claim:
        for (_, token) in answer.tokens {
          found += token.names?.names ?? []
          if case .members(let claims) = token.claims { found += claims.filter { !$0.value.isAbsence }.map(\.name) }
        }
      case .headerField:
        found += answer.fields.filter { !$0.value.isAbsence }.map(\.name)
        if answer.challenge != nil { found.append("WWW-Authenticate") }
      case .graphError:
        guard case .request(let request) = step.deed, request.address.hasPrefix("https://graph.microsoft.com") else {
          continue
        }
        if case .text(let code) = answer.json?["error"]?["code"] ?? answer.error { found.append(code) }
      }
    }
    var seen: Set<String> = []
    return found.filter { !$0.contains(" ") && seen.insert($0).inserted }
  }

  /// For each name of that kind the record that tells most, among those that this program answers as the service does. A line each:
  /// `amr observed 2026-01-29 tokens/users-graph/claims-of-a-user`.
  package static func witnesses(of sight: Sight, among records: [Record]) -> [String] {
    var best: [String: Record] = [:]
    for record in records where record.standing == .met {
      for name in record.names(of: sight) {
        if let other = best[name], !record.tellsMore(than: other) { continue }
        best[name] = record
      }
    }
    return best.sorted { $0.key < $1.key }.map { name, record in
      "\(name) \(record.known.rawValue) \(record.date) \(record.name)"
    }
  }
}

extension Expected {
  /// Whether the record says that the value is not there.
  fileprivate var isAbsence: Bool { if case .kind(.absent) = self { true } else { false } }
}
