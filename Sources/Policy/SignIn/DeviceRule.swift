import Directory

/// What the service answers where a policy wants a device that the sign-in does not have. The number follows from the device,
/// the operating system and the way of the sign-in, as in records of 2020 to 2026.
package enum DeviceRule {
  /// The way in which somebody signs in.
  package enum Way: Sendable, Hashable {
    /// On the pages.
    case page
    /// On the pages, for a device that polls. Nothing tells that device.
    case deviceCode
    /// By a refresh token or an assertion.
    case token
    /// By the password grant, which tells no device.
    case password
  }

  /// The row in the place of the control's own, with its reason. Nil: the control's own.
  static func refusal(
    instead control: AccessPolicy.Control, device: User.Device?, platform: SignInPlatform?, way: Way
  ) -> Reasoned<RefusalKind>? {
    if control == .appProtection, way == .token || way == .password {
      return Reasoned(.appProtectionMissing, because: ["the token endpoint looks at the app itself"])
    }
    guard control == .compliantDevice || control == .domainJoined else { return nil }
    if way == .deviceCode {
      return Reasoned(.deviceCodeNeedsManagedDevice, because: ["the device code flow shows no device"])
    }
    if let device {
      guard way == .token, device.isManaged == false else { return nil }
      return Reasoned(.deviceNotManaged, because: ["the device is not managed"])
    }
    switch platform {
    case nil where way == .password, .other:
      return Reasoned(.platformUnknown, because: ["the sign-in comes from an unknown platform"])
    case .macOS, .iOS, .android:
      guard way == .page, control == .domainJoined else { return nil }
      return Reasoned(.joinedStateUnsupported, because: ["a device of this platform cannot be joined"])
    case .windows, nil: return nil
    }
  }
}
