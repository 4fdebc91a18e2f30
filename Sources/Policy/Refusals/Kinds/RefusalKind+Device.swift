/// The device code flow (RFC 8628), and devices that a policy wants to know.
extension RefusalKind {
  static let devices: [RefusalKind] = [
    authorizationPending, verificationCodeInvalid, deviceCodeExpiredLegacy, deviceCodeExpired, userCodeInvalid,
    userCodeUsed, deviceAuthenticationRequired, deviceNotJoined, deviceStateRefused, deviceAuthenticationFailed,
    deviceInformationMissing, deviceNotCompliant, deviceNotDomainJoined, deviceNotFound, deviceDisabled,
  ]

  package static let authorizationPending = RefusalKind(
    70016, "authorizationPending", .device, .authorizationPending, on: [.token],
    "OAuth 2.0 device flow error. Authorization is pending. Continue polling.", variants: [.slowDown],
    meaning: "The user has not finished on the other screen. This is the ordinary answer.",
    remedy: "Ask again after the interval.", cause: "poll before the code is approved", source: .observed)

  package static let verificationCodeInvalid = RefusalKind(
    70018, "verificationCodeInvalid", .device, .badVerificationCode, on: [.token],
    """
    Invalid verification code due to User typing in wrong user code for device code flow. Authorization is not approved.
    """,
    meaning: "The server knows no such device_code.", remedy: "Send the device_code, not the user code.",
    cause: "poll with a made-up device_code", source: .documented)

  package static let deviceCodeExpiredLegacy = RefusalKind(
    70019, "deviceCodeExpiredLegacy", .device, .codeExpired, on: [.token], "Verification code expired.",
    meaning: "An older number for AADSTS70020.", remedy: "As for AADSTS70020.", source: .reported)

  package static let deviceCodeExpired = RefusalKind(
    70020, "deviceCodeExpired", .device, .expiredToken, legacy: .codeExpired, on: [.token],
    """
    The provided value for the input parameter 'device_code' is not valid. This device code has expired.
    """,
    meaning: "Nobody entered the user code within fifteen minutes.", remedy: "Ask for a new device code.",
    cause: "rule action: { expire: deviceCodes }", source: .observed)

  package static let userCodeInvalid = RefusalKind(
    90119, "userCodeInvalid", .device, .invalidRequest, on: [.inPage], "The user code is null or missing.",
    meaning: "The user typed something that is not a code of an open sign-in.",
    remedy: "Type it again.", cause: "type a wrong user code", source: .listed)

  package static let userCodeUsed = RefusalKind(
    90120, "userCodeUsed", .device, .invalidRequest, on: [.page],
    "This request was already authorized or declined.", meaning: "The user code was dealt with before.",
    remedy: "Ask for a new device code.", cause: "enter a user code a second time", source: .listed)

  package static let deviceAuthenticationRequired = RefusalKind(
    50097, "deviceAuthenticationRequired", .device, .invalidGrant, .deviceAuthenticationFailed,
    redirect: .interactionRequired, legacyStatus: 401, legacyHasNoSuberror: true, on: [.silentRedirect, .token],
    "Device authentication is required.", meaning: "A policy wants to know the device.",
    remedy: "Sign in through a broker on a registered device.", source: .observed)

  package static let deviceNotJoined = RefusalKind(
    50129, "deviceNotJoined", .device, .invalidGrant, redirect: .interactionRequired,
    on: [.silentRedirect, .token],
    "The device is not workplace joined. Workplace join is required to register the device.",
    meaning: "The device is not registered.", remedy: "Register it.", source: .listed)

  package static let deviceStateRefused = RefusalKind(
    50131, "deviceStateRefused", .device, .invalidGrant, .messageOnly, legacy: .interactionRequired, on: [.token],
    """
    Device is not in required device state: {deviceState}. Or, the request was blocked due to suspicious activity, access \
    policy, or security policy decisions.
    """,
    meaning: "A policy does not admit this device.", remedy: "Show the user what the service says.",
    source: .observed)

  package static let deviceAuthenticationFailed = RefusalKind(
    50155, "deviceAuthenticationFailed", .device, .invalidGrant, .deviceAuthenticationFailed, on: [.token],
    "Device is not authenticated.", meaning: "The device's registration has ended.",
    remedy: "Register the device again.", source: .observed)

  package static let deviceInformationMissing = RefusalKind(
    50187, "deviceInformationMissing", .device, .invalidGrant, on: [.token],
    "Failed to perform device authentication.", meaning: "The request says nothing about the device.",
    remedy: "Sign in through a broker.", source: .documented)

  package static let deviceNotCompliant = RefusalKind(
    53000, "deviceNotCompliant", .device, .invalidGrant, .additionalAction, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.page, .silentRedirect, .token],
    """
    Device is not in required device state: {deviceState}. Conditional Access policy requires a compliant device, and \
    the device is not compliant. The user must enroll their device with an approved MDM provider like Intune.
    """,
    meaning: "A policy admits only compliant devices.", remedy: "Show the user what the service says.",
    cause: "rule action: { addPolicy: { name: device, require: compliantDevice } }", source: .observed)

  package static let deviceNotDomainJoined = RefusalKind(
    53001, "deviceNotDomainJoined", .device, .invalidGrant, .messageOnly, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.page, .silentRedirect, .token],
    """
    Device is not in required device state: domain_joined. Conditional Access policy requires a domain joined device, \
    and the device is not domain joined.
    """,
    meaning: "A policy admits only devices of the organisation's domain.",
    remedy: "Show the user what the service says.",
    cause: "rule action: { addPolicy: { name: device, require: domainJoined } }", source: .chosen)

  package static let deviceNotFound = RefusalKind(
    700003, "deviceNotFound", .device, .invalidGrant, .deviceAuthenticationFailed, on: [.token],
    "Device object was not found in the tenant '{tenant}' directory.", meaning: "The device was deleted.",
    remedy: "Register the device again.", source: .chosen)

  package static let deviceDisabled = RefusalKind(
    135_011, "deviceDisabled", .device, .invalidGrant, .deviceAuthenticationFailed, on: [.page, .token],
    "Device used during the authentication is disabled.", meaning: "An administrator has switched the device off.",
    remedy: "Switch the device on again.", cause: "world.users: { alice: { device: { enabled: false } } }",
    source: .observed)
}

extension RefusalKind.Variant {
  static let slowDown = Self(
    when: "the device polls faster than its interval and the scenario minds, which the service never does",
    "OAuth 2.0 device flow error. The device polls faster than its interval allows.", error: .slowDown)
}
