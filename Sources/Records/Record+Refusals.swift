import JSON
import Policy

extension Record {
  /// The refusals that its answers have, by labels such as `AADSTS50173`, each once.
  package var refusals: [String] {
    var found: [String] = []
    for step in steps {
      guard let answer = step.answer else { continue }
      let texts =
        [answer.text] + (answer.redirect?.values ?? []).map { Optional($0.value) } + [answer.json?["error_description"]]
      for text in texts {
        switch text {
        case .text(let text), .pattern(let text): if let label = Self.label(text) { found.append(label) }
        default: break
        }
      }
      if case .list(let codes) = answer.json?["error_codes"], case .constant(let code) = codes.first {
        if let number = code.integer { found.append("AADSTS\(number)") }
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// `AADSTS50173` of `AADSTS50173: The provided grant …`.
  private static func label(_ text: String) -> String? {
    for family in ["AADSTS", "AADB2C"] where text.hasPrefix(family) {
      let digits = text.dropFirst(family.count).prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty { return family + digits }
    }
    return nil
  }

  /// For each refusal the record that tells most: observed before all others, and the newest of its kind. A line each:
  /// `AADSTS50173 observed 2024-05-23 refusals/50173`.
  package static func witnesses(among records: [Record]) -> [String] {
    var best: [String: Record] = [:]
    for record in records {
      for label in record.refusals {
        if let other = best[label], !record.tellsMore(than: other) { continue }
        best[label] = record
      }
    }
    return best.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.map { label, record in
      "\(label) \(record.known.rawValue) \(record.date) \(record.name)"
    }
  }

  func tellsMore(than other: Record) -> Bool {
    let rank = { (known: Knowledge) in Knowledge.allCases.firstIndex(of: known) ?? 0 }
    if known != other.known { return rank(known) < rank(other.known) }
    return date == other.date ? name < other.name : date > other.date
  }
}

extension Expected {
  /// The member of that name; nil when this is not about members.
  subscript(_ name: String) -> Expected? {
    if case .members(let members) = self { members.first { $0.name == name }?.value } else { nil }
  }
}
