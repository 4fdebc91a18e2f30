/// How a user proves who they are at the first step of a sign-in. The raw values are the words of `signsInWith`.
package enum SignInMethod: String, Sendable, Codable, CaseIterable {
  /// The password, on the pages of the service.
  case password
  /// Windows proves the user: seamless sign-on, or a federation that does.
  case windows
  /// A certificate of the user's.
  case certificate
  /// Windows Hello for Business: a key of the device.
  case windowsHello
  case passkey
  /// The Authenticator app on a phone, without a password.
  case phone
  case oneTimePasscode
  /// The password, on the pages of a federation.
  case federatedPassword

  /// What tokens say of it in `amr`, and what sessions keep. No two methods are the same.
  package var proofs: [String] {
    switch self {
    case .password: ["pwd"]
    case .windows: ["wia"]
    case .certificate: ["rsa", "mfa"]
    case .windowsHello: ["rsa", "ngcmfa", "mfa"]
    case .passkey: ["fido", "mfa"]
    case .phone, .oneTimePasscode: ["otp", "mfa"]
    case .federatedPassword: ["pwd", "fed"]
    }
  }

  /// Whether the user enters a password, here or at a federation.
  package var hasPassword: Bool { self == .password || self == .federatedPassword }
}
