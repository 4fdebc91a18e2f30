import Bytes
import Crypto
package import Directory

/// Where the codes of a customer's second factor go (Microsoft: "Multifactor authentication in external tenants").
package struct CustomerFactor: Sendable, Hashable {
  package enum Channel: String, Sendable, Codable {
    case email
    case sms
  }

  package var channel: Channel
  /// An e-mail address or a phone number.
  package var target: String

  /// An address has an `@`; everything else is a number.
  package init(_ target: String) {
    channel = target.utf8.contains(0x40) ? .email : .sms
    self.target = target
  }

  /// The name that apps choose it by. It is the same in every run: apps may keep it.
  package func id(of user: User) -> String { "\(GUID(random: SHA256.hash(user.id.guid.bytes + Array(target.utf8))))" }

  /// The methods that a customer has registered: those that the scenario or the customer named, else the sign-in address of an account
  /// whose sign-ins ask for a second factor.
  package static func methods(of user: User) -> [CustomerFactor] {
    if let named = user.factors { return named.map { CustomerFactor($0) } }
    return user.mfa == .required ? CustomerAttributes.addresses(of: user).prefix(1).map { CustomerFactor($0) } : []
  }

  /// A code that came by e-mail as the first factor leaves only a phone for the second one (Microsoft).
  package static func methods(of user: User, besides methods: [String]) -> [CustomerFactor] {
    Self.methods(of: user).filter { $0.channel == .sms || !methods.contains("otp") }
  }

  /// Whether a text can be such a target: an address, or digits of a number.
  package static func isTarget(_ text: String) -> Bool {
    if text.utf8.contains(0x40) { return MailAddress.isOne(text) }
    let digits = text.utf8.filter(ASCII.isDigit).count
    return digits >= 6 && text.utf8.allSatisfy { ASCII.isDigit($0) || [0x2B, 0x2D, 0x20, 0x28, 0x29].contains($0) }
  }
}

/// E-mail addresses, as far as a sign-in looks at them.
package enum MailAddress {
  /// Whether a text has the form of an address: a name, one `@`, and a domain with a dot.
  package static func isOne(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: 0x40, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, !name.isEmpty, let domain = parts.last else { return false }
    let labels = domain.split(separator: 0x2E, omittingEmptySubsequences: false)
    return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x2C && $0 != 0x3B }
  }

  /// The address as answers show it: the first and last letter of the name, and two letters at the ends of each half of the domain's
  /// labels (Microsoft's samples: `c***r@co**o**o.com`). A phone number keeps its last two digits.
  package static func masked(_ target: String) -> String {
    guard let at = target.lastIndex(of: "@") else { return masked(phone: target) }
    let name = target[..<at]
    let domain = target[target.index(after: at)...]
    let dot = domain.lastIndex(of: ".") ?? domain.endIndex
    let host = domain[..<dot]
    let shownHost = String(
      host.enumerated().map { place, letter in
        let isShown = letter == "." || place < 2 || place == host.count - 1 || (place == 4 && host.count > 6)
        return isShown ? letter : "*"
      })
    return "\(name.prefix(1))***\(name.count > 1 ? name.suffix(1) : "")@\(shownHost)\(domain[dot...])"
  }

  private static func masked(phone: String) -> String {
    String(repeating: "*", count: max(phone.count - 2, 0)) + phone.suffix(2)
  }
}
