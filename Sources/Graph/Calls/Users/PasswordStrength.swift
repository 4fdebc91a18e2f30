import Bytes

/// The rule for new passwords: 8 to 256 characters, of three kinds out of four (Microsoft: "Password policies and
/// account restrictions in Microsoft Entra ID").
enum PasswordStrength {
  static func accepts(_ password: String) -> Bool {
    let bytes = Array(password.utf8)
    guard (8...256).contains(password.unicodeScalars.count) else { return false }
    let kinds = [
      bytes.contains(where: ASCII.isUppercase),
      bytes.contains { ASCII.isLetter($0) && !ASCII.isUppercase($0) },
      bytes.contains(where: ASCII.isDigit),
      bytes.contains { !ASCII.isAlphanumeric($0) },
    ]
    return kinds.count { $0 } >= 3
  }
}
