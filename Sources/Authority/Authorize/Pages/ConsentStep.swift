import Bytes
import Directory
import Pages
import Policy
import Worlds

/// Lists the permissions that the app asks for and does not have yet; the user accepts or declines.
struct ConsentStep: SignInStep {
  static let name = "consent"

  /// The permissions on the list.
  var items: [ConsentDecision.ConsentItem] = []

  static func isMeant(by request: AuthorizeRequest) -> Bool { !request.isForEverybody }

  /// Keeps the session: the account is signed in to this browser, whatever the user decides about the app.
  func prepare(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws { try journey.keepSession() }

  func page(_ view: SignInView) -> any Page { view.consentPage(items) }

  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    let (user, tenant) = try journey.signedInUser()
    let scopes = try ResolvedScopes(journey.request.scopes, in: journey.directory, tenant: tenant)
    let decision = ConsentDecision.evaluate(
      scopes, client: journey.request.client, user: user, tenant: tenant.id,
      isForced: journey.request.prompt == .consent, in: journey.directory)
    if case .missing(let items) = decision {
      let everyone = form[ConsentPage.organizationFieldName] == "true" && user.isGlobalAdministrator
      exchange.because("consent \(everyone ? "for everybody" : "for '\(user.alias)'"): \(Self.names(of: items))")
      try journey.consent(to: items, user: user, tenant: tenant, everyone: everyone)
      if everyone { try journey.completeConsentRequests(in: tenant) }
    }
    journey.flow.hasConsented = true
    return try journey.proceedAfterPage()
  }

  func answer(as persona: Persona, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep {
    guard persona.consent == .accept else {
      exchange.because("signIn: auto declines: \(Self.names(of: items))")
      try journey.keepSession()
      return .decline
    }
    exchange.because("signIn: auto accepts: \(Self.names(of: items))")
    let (user, tenant) = try journey.signedInUser()
    try journey.consent(to: items, user: user, tenant: tenant, everyone: false)
    journey.flow.hasConsented = true
    return try journey.proceedAfterPage()
  }

  private static func names(of items: [ConsentDecision.ConsentItem]) -> String {
    items.map(\.value).joined(separator: " ")
  }
}

extension SignInView {
  /// The page that lists permissions, in the words of the APIs that define them.
  func consentPage(_ items: [ConsentDecision.ConsentItem]) -> ConsentPage {
    let client = journey.request.client
    let mayDecideForAll = account?.isGlobalAdministrator ?? false
    let audience =
      journey.request.purpose != .authorize
      ? ConsentPage.Audience.organization : mayDecideForAll ? .userOrOrganization : .user
    return ConsentPage(
      branding: branding, form: form, userName: userName, appName: appName,
      publisher: client.tenant.flatMap { directory.tenants[$0]?.initialDomain },
      audience: audience,
      permissions: items.map { item in
        let definition = directory.applications[item.resource]?.permission(named: item.value)
        return ConsentPage.Permission(
          displayName: (audience == .user ? definition?.userDisplayName : nil) ?? definition?.displayName ?? item.value,
          detail: (audience == .user ? definition?.userDetails : nil) ?? definition?.details ?? "", value: item.value)
      })
  }
}
