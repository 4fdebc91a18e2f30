import Bytes
package import Directory

/// What a new password of a customer has to be like. Each product has a rule of its own, of the same parts.
package struct NewPasswordRule: Sendable {
  /// In characters.
  private let lengths: ClosedRange<Int>
  /// Whether the password is held against what many people choose, against the current one, and for characters that nobody types.
  private let isStrict: Bool

  /// Azure AD B2C (Microsoft: "Configure password complexity requirements in Azure Active Directory B2C", Strong).
  package static let b2c = NewPasswordRule(lengths: 8...64, isStrict: false)
  /// External ID, on its pages and by its API (Microsoft: "Native authentication API reference", the suberrors of passwords).
  package static let externalID = NewPasswordRule(lengths: 8...256, isStrict: true)

  private static let banned: Set<String> = [
    "password", "password1", "password123", "passw0rd", "12345678", "123456789", "qwertyui", "letmein1", "welcome1",
    "password1!", "password123!", "welcome1!", "qwerty123!",
  ]

  package enum Fault: Sendable, Hashable, CaseIterable {
    case tooWeak
    case tooShort
    case tooLong
    case recentlyUsed
    case banned
    case isInvalid
  }

  /// What is wrong with a password; nil for a good one. `current` is the password that the customer has.
  package func fault(of password: String, current: SecretDigest?) -> Fault? {
    let bytes = password.utf8
    if isStrict, bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return .isInvalid }
    if password.count < lengths.lowerBound { return .tooShort }
    if password.count > lengths.upperBound { return .tooLong }
    if isStrict, Self.banned.contains(ASCII.lowercased(password)) { return .banned }
    let classes = [
      bytes.contains { (0x61...0x7A).contains($0) }, bytes.contains { (0x41...0x5A).contains($0) },
      bytes.contains(where: ASCII.isDigit), bytes.contains { !ASCII.isAlphanumeric($0) },
    ]
    if classes.lazy.filter({ $0 }).count < 3 { return .tooWeak }
    return isStrict && current?.matches(password) == true ? .recentlyUsed : nil
  }

  /// What a customer of External ID reads on a page.
  package static func sentence(of fault: Fault) -> String {
    switch fault {
    case .tooWeak: "Use at least three of: lowercase letters, uppercase letters, numbers, symbols."
    case .tooShort: "Your password must have at least 8 characters."
    case .tooLong: "Your password may have 256 characters at most."
    case .recentlyUsed: "Choose a password that you have not used before."
    case .banned: "Choose a password that's harder for people to guess."
    case .isInvalid: "Your password has a character that can't be used."
    }
  }

  /// What a customer of Azure AD B2C reads on a page.
  package static func b2cSentence(of fault: Fault) -> String {
    switch fault {
    case .tooShort, .tooLong: "The password must be between 8 and 64 characters."
    default:
      "The password must have at least 3 of the following: a lowercase letter, an uppercase letter, a digit, a symbol"
    }
  }

  /// What an app hears of the native authentication API.
  package static func refusal(of fault: Fault) -> Refusal {
    switch fault {
    case .tooWeak: Refusal(.newPasswordRefused)
    case .tooShort: Refusal(.newPasswordRefused, as: .passwordTooShort)
    case .tooLong: Refusal(.newPasswordRefused, as: .passwordTooLong)
    case .recentlyUsed: Refusal(.newPasswordRefused, as: .passwordRecentlyUsed)
    case .banned: Refusal(.newPasswordRefused, as: .passwordBanned)
    case .isInvalid: Refusal(.newPasswordRefused, as: .passwordIsInvalid)
    }
  }
}
