import Bytes
package import JSON

/// The expression of a flexible federated credential, which fits more than one subject: `claims['sub'] matches
/// 'repo:contoso/shop:ref:refs/heads/*'` (Microsoft: "Flexible federated identity credentials").
package struct ClaimsExpression: Sendable, Hashable {
  /// A mistake in the text of an expression.
  package struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  private struct Condition: Hashable {
    var claim: String
    var value: String
    /// `matches`: `*` stands for any text and `?` for one character. Else `eq`.
    var isPattern: Bool
  }

  /// As long as a subject may be (Microsoft: "federatedIdentityCredential resource type"). It bounds what a comparison costs.
  package static let maximumCharacters = 600

  private let conditions: [Condition]

  /// Reads `claims['NAME'] matches 'TEXT'` or `… eq 'TEXT'`, joined by `and`.
  ///
  /// - Throws: `Fault` for another form, a text that is too long, and for a claim that the issuer's credentials may not name.
  package init(_ text: String, issuer: String) throws(Fault) {
    guard text.utf8.count <= Self.maximumCharacters else {
      throw Fault(description: "an expression has at most \(Self.maximumCharacters) characters")
    }
    var rest = text[...]
    var conditions: [Condition] = []
    repeat {
      guard let claim = Self.take("claims['", upTo: "'] ", &rest) else { throw Self.form }
      let isPattern = Self.skip("matches '", &rest)
      guard isPattern || Self.skip("eq '", &rest), let end = rest.firstIndex(of: "'") else { throw Self.form }
      conditions.append(Condition(claim: claim, value: String(rest[..<end]), isPattern: isPattern))
      rest = rest[rest.index(after: end)...]
    } while Self.skip(" and ", &rest)
    guard rest.isEmpty else { throw Self.form }
    let known = Self.claims(of: issuer)
    if let other = conditions.first(where: { !known.contains($0.claim) }) {
      throw Fault(
        description:
          "an expression for \(issuer) may name \(known.joined(separator: " and ")), and not '\(other.claim)'")
    }
    self.conditions = conditions
  }

  private static let form = Fault(
    description: "write it as claims['sub'] matches 'repo:contoso/shop:*', several joined by 'and'")

  /// The claims that credentials of an issuer may name.
  private static func claims(of issuer: String) -> [String] {
    issuer == "https://token.actions.githubusercontent.com" ? ["sub", "job_workflow_ref"] : ["sub"]
  }

  private static func skip(_ word: String, _ rest: inout Substring) -> Bool {
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count)
    return true
  }

  private static func take(_ start: String, upTo end: String, _ rest: inout Substring) -> String? {
    guard skip(start, &rest), let quote = rest.firstIndex(of: "'"), rest[quote...].hasPrefix(end) else { return nil }
    defer { rest = rest[quote...].dropFirst(end.count) }
    return String(rest[..<quote])
  }

  /// Whether a token's claims fit. Case counts.
  package func admits(_ claims: JSONValue) -> Bool {
    conditions.allSatisfy { condition in
      guard let value = claims[condition.claim]?.string else { return false }
      guard condition.isPattern else { return value.hasSameBytes(as: condition.value) }
      return Self.fits(Array(value.unicodeScalars), Array(condition.value.unicodeScalars))
    }
  }

  /// Compares in the time of both lengths multiplied: of several stars only the last one is tried again.
  private static func fits(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    var (place, sign) = (0, 0)
    var star: (sign: Int, place: Int)?
    while place < text.count {
      if sign < pattern.count, pattern[sign] == "*" {
        star = (sign, place)
        sign += 1
      } else if sign < pattern.count, pattern[sign] == "?" || pattern[sign] == text[place] {
        place += 1
        sign += 1
      } else if let last = star {
        star = (last.sign, last.place + 1)
        (place, sign) = (last.place + 1, last.sign + 1)
      } else {
        return false
      }
    }
    return pattern[sign...].allSatisfy { $0 == "*" }
  }
}
