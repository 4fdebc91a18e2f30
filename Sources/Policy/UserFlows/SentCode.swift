import Bytes
import Crypto
package import Time

/// A one-time code that went to a customer, as a sign-in keeps it. A new one takes the place of the old one, which then counts for nothing.
package struct SentCode: Codable, Sendable, Hashable {
  /// How many digits a code has (Microsoft: "Native authentication API reference", `code_length`).
  package static let length = 8
  /// How many wrong tries end a code: as many as somebody counted at Azure AD B2C (MicrosoftDocs/azure-docs 105636).
  package static let maximumFailures = 6
  /// What the service tells clients to wait before they ask for another one (Microsoft's sample).
  package static let resendInterval = 300

  package let text: String
  /// The address or number that it went to.
  package let target: String
  package let sentAt: UnixTime
  package private(set) var failures = 0

  /// A code that goes to that target now.
  package init(_ text: String, to target: String, at now: UnixTime) {
    self.text = text
    self.target = target
    sentAt = now
  }

  /// The same with the wrong tries of an older code: Azure AD B2C counts those of one page.
  package func counting(after old: SentCode?) -> SentCode {
    var code = self
    code.failures = old?.failures ?? 0
    return code
  }

  package enum Check: Sendable, Hashable {
    case right
    case wrong
    case tooOld
    /// Too many wrong tries, of which this may be the last.
    case exhausted
  }

  /// Whether that is the code, in time. A wrong try counts.
  package mutating func check(_ typed: String, at now: UnixTime, lifetime: Duration) -> Reasoned<Check> {
    if now - sentAt > lifetime { return Reasoned(.tooOld, because: ["the code is older than \(lifetime.words)"]) }
    if failures < Self.maximumFailures {
      if ConstantTime.equal(Array(ASCII.trimmed(typed).utf8), Array(text.utf8)) {
        return Reasoned(.right, because: ["the code is right"])
      }
      failures += 1
    }
    return failures < Self.maximumFailures
      ? Reasoned(.wrong, because: ["that is not the code"])
      : Reasoned(.exhausted, because: ["the code has ended after \(failures) wrong tries"])
  }
}

/// What a code proves. The raw values are those of the call to an API that sends codes.
package enum CodePurpose: String, Sendable, Codable, CaseIterable {
  case signIn
  case signUp
  case passwordReset
  case secondFactor
}
