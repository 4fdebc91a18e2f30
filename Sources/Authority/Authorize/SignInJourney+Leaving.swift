import Directory
import HTTPWire
import Pages
import Policy
import Scenarios

/// The ways out of a sign-in that do not lead to tokens.
extension SignInJourney {
  /// Ends the stored sign-in, if a page was shown. Two clicks on one button get one answer: the second one is AADSTS50089.
  func endFlow() throws {
    if let flowHandle, try !world.store.endFlow(handle: flowHandle) { throw Refusal(.flowTokenExpired) }
  }

  /// The user leaves the pages.
  func cancel(_ exchange: inout Exchange) throws -> HTTPResponse {
    try endFlow()
    if request.purpose == .device { return try DeviceSignIn.decline(self, &exchange) }
    return AuthorizeAnswer.cancellation(to: request.address, call, &exchange)
  }

  /// The user does not consent. v1.0 has a word of its own for that.
  func decline(_ exchange: inout Exchange) throws -> HTTPResponse {
    try endFlow()
    let isLegacy = request.isLegacy || request.purpose == .legacyAdminConsent
    let refusal: Refusal = isLegacy ? .consentDeclinedAtLegacyEndpoint : Refusal(.consentDeclined)
    switch request.purpose {
    case .device: return try DeviceSignIn.decline(self, &exchange)
    case .authorize: return AuthorizeAnswer.refusal(refusal, to: request.address, call, &exchange)
    case .adminConsent, .legacyAdminConsent: return AdminConsentAnswer.refusal(refusal, request, call, &exchange)
    }
  }

  /// With `prompt=none` the refusal goes to the app; otherwise the user is held at an error page.
  func refuse(_ refusal: Refusal, _ exchange: inout Exchange) -> HTTPResponse {
    if request.prompt.isSilent { return AuthorizeAnswer.refusal(refusal, to: request.address, call, &exchange) }
    if request.purpose == .device { DeviceSignIn.block(refusal, self, &exchange) }
    if AccessPolicy.Control.refusalsWithoutHelp.contains(refusal.kind) {
      return PageAnswer.blocked(refusal, branding: branding, call, &exchange)
    }
    return PageAnswer.refusal(refusal, branding: branding, call, &exchange)
  }

  /// The tenant and the app that the pages name.
  var branding: Branding {
    Branding(tenantName: request.segment.tenant(in: directory)?.displayName, appName: request.client.displayName)
  }
}
