import Bytes
package import JOSE
import Synchronization

/// What was found out about tokens lately, by their text: apps send one token again and again, and what stands in it does not change.
package final class RecentTokens<Finding: Sendable>: Sendable {
  /// By the ends of the tokens, which are quicker to hash; each with its whole text.
  private let findings = Mutex<[String: (token: String, finding: Finding)]>([:])

  /// Some kilobytes each.
  private let capacity: Int

  /// Longer ones are looked at anew each time: nobody has verified what a finding is first asked for.
  private static var maximumBytes: Int { 8_192 }

  package init(capacity: Int = 128) { self.capacity = capacity }

  package subscript(_ token: String) -> Finding? {
    let end = Self.end(of: token)
    return findings.withLock { $0[end].flatMap { $0.token.hasSameBytes(as: token) ? $0.finding : nil } }
  }

  package func keep(_ finding: Finding, for token: String) {
    guard token.utf8.count <= Self.maximumBytes else { return }
    let end = Self.end(of: token)
    findings.withLock { findings in
      if findings.count >= capacity { findings = [:] }
      findings[end] = (token, finding)
    }
  }

  func forget() { findings.withLock { $0 = [:] } }

  /// A piece of the signature.
  private static func end(of token: String) -> String {
    let bytes = token.utf8.span
    return bytes.text(max(0, bytes.count - 48)..<bytes.count)
  }
}

/// A token whose signature was found right. What else there is to it, its key's place among the published ones included, is looked at
/// each time.
package struct VerifiedToken: Sendable {
  package let jws: JWS
  /// Who signed it.
  package let keyID: String

  package init(jws: JWS, keyID: String) {
    self.jws = jws
    self.keyID = keyID
  }
}
