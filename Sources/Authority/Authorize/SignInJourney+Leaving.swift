import Directory
import HTTPWire
package import Pages
import Policy
import Worlds

/// The ends of a sign-in without tokens.
extension SignInJourney {
  /// Removes the stored sign-in, if a page was shown.
  ///
  /// - Throws: AADSTS50089 when it was removed before: of two clicks on one button only the first counts.
  func endFlow() throws {
    if let flowHandle, try !world.store.endFlow(handle: flowHandle) { throw Refusal(.flowTokenExpired) }
  }

  /// The user leaves the pages.
  func cancel(_ exchange: inout Exchange) throws -> HTTPResponse {
    try endFlow()
    if let other = features.signInProtocol(named: request.protocolName) { return other.cancel(self, &exchange) }
    if request.purpose == .device { return try DeviceSignIn.decline(self, &exchange) }
    return AuthorizeAnswer.cancellation(to: request.address, call, &exchange)
  }

  /// The user declines to consent. v1.0 has an error code of its own for that.
  func decline(_ exchange: inout Exchange) throws -> HTTPResponse {
    try endFlow()
    let isLegacy = request.isLegacy || request.purpose.isAdminConsent
    let refusal: Refusal = isLegacy ? .consentDeclinedAtLegacyEndpoint : Refusal(.consentDeclined)
    switch request.purpose {
    case .device: return try DeviceSignIn.decline(self, &exchange)
    case .otherProtocol: return try cancel(&exchange)
    case .authorize: return AuthorizeAnswer.refusal(refusal, to: request.address, call, &exchange)
    case .adminConsent, .legacyAdminConsent: return AdminConsentAnswer.refusal(refusal, request, call, &exchange)
    }
  }

  /// The refusal goes to the app with `prompt=none`, and when its row says so; otherwise the user gets an error page.
  ///
  /// - Throws: AADSTS50089 when the form of the page was sent before.
  func refuse(_ refusal: Refusal, _ exchange: inout Exchange) throws -> HTTPResponse {
    if let other = features.signInProtocol(named: request.protocolName) { return other.refuse(refusal, self, &exchange) }
    if request.purpose == .authorize,
      !refusal.isNumbered || Addressee(of: refusal.kind, isSilent: request.prompt.isSilent) == .app
    {
      try endFlow()
      return AuthorizeAnswer.refusal(refusal, to: request.address, call, &exchange)
    }
    // The app hears of a user of elsewhere here, and not the user (observed: azure-docs 114009).
    if request.purpose.isAdminConsent,
      refusal.kind == .externalAccountNotInTenant || Addressee(of: refusal.kind, isSilent: false) == .app
    {
      try endFlow()
      let told = refusal.kind == .externalAccountNotInTenant ? refusal.atAdminConsent : refusal
      return AdminConsentAnswer.refusal(told, request, call, &exchange)
    }
    if request.purpose == .device { DeviceSignIn.block(refusal, self, &exchange) }
    return PageAnswer.refusal(
      refusal, branding: branding, ofDeviceCode: request.purpose == .device, call, &exchange)
  }

  /// The names of the tenant and the app on the pages.
  package var branding: Branding {
    Branding(tenantName: request.segment.tenant(in: directory)?.displayName, appName: request.client.displayName)
  }
}
