/// What a row of the catalogue stands on: how it is known and, when a record shows it, which and of when.
package struct Witness: Sendable, Hashable {
  package let known: Knowledge
  /// As exactly as the source says: `2026-08-11`, `2026-08` or `2026`. Nil without a record.
  package let date: String?
  /// The file below `Tests/Records`, without its ending. Nil without a record.
  package let record: String?

  /// In words: `observed in answers of the real service; seen 2024-03`.
  package var note: String {
    guard let month else { return known.note }
    return known.note + (known == .observed ? "; seen \(month)" : "; as of \(month)")
  }

  /// For a narrow column: `seen 2024-03`, `listed 2025-09`, `chosen`.
  package var short: String {
    guard let month else { return known.rawValue }
    return (known == .observed ? "seen " : "\(known.rawValue) ") + month
  }

  private var month: String? { date.map { String($0.prefix(7)) } }
}

extension RefusalKind {
  /// A record counts more than what the row says of itself. A row that says *observed* without a record is only reported.
  package var witness: Witness {
    if let found = Witness.ofRecords[label] { return found }
    return Witness(known: source == .observed ? .reported : source, date: nil, record: nil)
  }
}

extension Witness {
  /// By labels such as `AADSTS50173`.
  static let ofRecords = byName(lines)
  /// By the names of claims.
  package static let ofClaims = byName(claimLines)
  /// By the names of header fields.
  package static let ofHeaderFields = byName(headerFieldLines)
  /// By the codes of Graph's errors.
  package static let ofGraphErrors = byName(graphErrorLines)

  private static func byName(_ lines: String) -> [String: Witness] {
    var all: [String: Witness] = [:]
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 4, let known = Knowledge(rawValue: parts[1]) else { continue }
      all[parts[0]] = Witness(known: known, date: parts[2], record: parts[3])
    }
    return all
  }
}
