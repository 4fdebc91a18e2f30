import Bytes
package import Directory

/// Whether a text will do as a new password of a customer of External ID (Microsoft: "Native authentication API reference", the suberrors of
/// passwords).
package enum NativePasswordCheck {
  private static let banned: Set<String> = [
    "password", "password1", "password123", "passw0rd", "12345678", "123456789", "qwertyui", "letmein1", "welcome1",
    "password1!", "password123!", "welcome1!", "qwerty123!",
  ]

  /// The variant of AADSTS399246 that says what is wrong: the row itself when the password is too weak. Nil for a good one. `current` is the
  /// password that the customer has.
  package static func fault(of password: String, current: SecretDigest?) -> Fault? {
    let bytes = password.utf8
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return .isInvalid }
    if password.count < 8 { return .tooShort }
    if password.count > 256 { return .tooLong }
    if banned.contains(ASCII.lowercased(password)) { return .banned }
    let classes = [
      bytes.contains { (0x61...0x7A).contains($0) }, bytes.contains { (0x41...0x5A).contains($0) },
      bytes.contains(where: ASCII.isDigit), bytes.contains { !ASCII.isAlphanumeric($0) },
    ]
    if classes.lazy.filter({ $0 }).count < 3 { return .tooWeak }
    if current?.matches(password) == true { return .recentlyUsed }
    return nil
  }

  package enum Fault: Sendable, Hashable, CaseIterable {
    case tooWeak
    case tooShort
    case tooLong
    case recentlyUsed
    case banned
    case isInvalid
  }

  /// What the customer reads on a page.
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

  /// What an app hears.
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
