import Bytes
import Crypto
package import Time

/// A one-time code that went to a customer, as a sign-in keeps it. A new one takes the place of the old one, which then counts for nothing.
package struct SentCode: Codable, Sendable, Hashable {
  /// How many digits a code has (Microsoft: "Native authentication API reference", `code_length`).
  package static let length = 8
  /// How many wrong tries end a code. The service's own number is not known.
  package static let maximumFailures = 5
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

  /// Whether that is the code, in time. A wrong try counts.
  package mutating func accepts(_ typed: String, at now: UnixTime, lifetime: Duration) -> Bool {
    guard now - sentAt <= lifetime, failures < Self.maximumFailures else { return false }
    if ConstantTime.equal(Array(ASCII.trimmed(typed).utf8), Array(text.utf8)) { return true }
    failures += 1
    return false
  }

  /// Why a code does not count any more; nil while it does.
  package func end(at now: UnixTime, lifetime: Duration) -> String? {
    if now - sentAt > lifetime { return "the code is older than \(lifetime.shortText)" }
    return failures >= Self.maximumFailures ? "the code has ended after \(failures) wrong tries" : nil
  }
}

/// What a code proves. The raw values are those of the call to an API that sends codes.
package enum CodePurpose: String, Sendable, Codable, CaseIterable {
  case signIn
  case signUp
  case passwordReset
  case secondFactor
}
