import Authority
import Bytes
import Directory
import JSON
import Policy

/// An app in one tenant, as SAML finds it: by its identifier, or by the service principal in the path.
struct SAMLApplication: Sendable {
  let application: Application
  let principal: ServicePrincipal
  let tenant: Tenant

  private init(_ application: Application, _ principal: ServicePrincipal, _ tenant: Tenant) {
    self.application = application
    self.principal = principal
    self.tenant = tenant
  }

  /// The app of that identifier. The address of one tenant means that tenant; `common` and `organizations` mean the home of the user whom the
  /// request names, and without one the first tenant that has the app.
  ///
  /// - Throws: AADSTS700016 and AADSTS7000112.
  init(
    named issuer: String, on segment: TenantSegment, hint: String?, in directory: DirectoryState
  ) throws(Refusal) {
    let home = hint.flatMap { directory.user(named: $0) }.flatMap { directory.tenants[$0.tenant] }
    let tenants = (segment.tenant(in: directory) ?? home).map { [$0] } ?? directory.tenantsInOrder
    for tenant in tenants where tenant.kind.isOrganization {
      guard let found = Self.find(issuer, in: tenant, directory) else { continue }
      self = try found.enabled()
      return
    }
    let name = tenants.count == 1 ? tenants[0].displayName : directory.mainTenant?.displayName ?? ""
    throw .applicationNotFound(clientID: issuer, directory: name)
  }

  /// The app of the service principal with that id.
  ///
  /// - Throws: AADSTS700016 and AADSTS7000112.
  init(principal id: String, on segment: TenantSegment, in directory: DirectoryState) throws(Refusal) {
    guard let guid = GUID(id), let principal = directory.servicePrincipals[ServicePrincipal.ID(guid)],
      let application = directory.applications[principal.application], let tenant = directory.tenants[principal.tenant],
      segment.tenant(in: directory).map({ $0.id == tenant.id }) ?? true
    else {
      throw .applicationNotFound(clientID: id, directory: segment.tenant(in: directory)?.displayName ?? "")
    }
    self = try Self(application, principal, tenant).enabled()
  }

  /// The app of that client id, in its tenant or in the given one. Nil when there is none.
  init?(client id: String, in tenant: Tenant?, _ directory: DirectoryState) {
    guard let application = Application.ID(id).flatMap({ directory.applications[$0] }),
      let home = tenant ?? application.tenant.flatMap({ directory.tenants[$0] }),
      let principal = directory.servicePrincipal(of: application.id, in: home.id)
    else { return nil }
    self.init(application, principal, home)
  }

  private static func find(_ issuer: String, in tenant: Tenant, _ directory: DirectoryState) -> Self? {
    let isPrefixed = issuer.hasPrefix("spn:")
    let client = GUID(isPrefixed ? String(issuer.dropFirst(4)) : issuer).map { Application.ID($0) }
    func party(_ application: Application) -> Self? {
      let isNamed = application.identifierURIs.contains { $0.hasSameBytes(as: issuer) }
      guard !application.isFirstParty, isNamed || application.id == client,
        let principal = directory.servicePrincipal(of: application.id, in: tenant.id)
      else { return nil }
      return Self(application, principal, tenant)
    }
    // The directory lists who has an identifier. Where several have it, it lists one of them.
    let listed = directory.application(ofURI: issuer) ?? client.flatMap { directory.applications[$0] }
    if let found = listed.flatMap(party) { return found }
    for application in directory.applicationsInOrder {
      if let found = party(application) { return found }
    }
    return nil
  }

  private func enabled() throws(Refusal) -> Self {
    guard application.isEnabled, principal.isEnabled else {
      throw .applicationDisabled(clientID: "\(application.id)", name: application.displayName)
    }
    return self
  }

  var settings: SAMLSettings { application.saml ?? SAMLSettings() }

  /// `RelayState` of a sign-in that begins here.
  var relayState: String? { principal.properties["samlSingleSignOnSettings"]?["relayState"]?.string }

  /// The thumbprint of the certificate that an administrator has activated.
  var preferredThumbprint: String? { principal.properties.text("preferredTokenSigningKeyThumbprint") }

  /// Addresses of the web platform, where Responses go.
  private var replyURLs: [RedirectURIRegistration] { application.redirectURIs.filter { $0.platform == .web } }

  /// Where the answer goes: the address of the request, as the request spells it, if it is one of the app's; else the one with the number of
  /// the request; else the first of the app's. The address that every new app has comes last.
  ///
  /// - Throws: AADSTS50011 and AADSTS900971.
  func replyURL(_ asked: String?, index: Int? = nil, issuer: String) throws(Refusal) -> String {
    let known = replyURLs
    if let asked {
      guard RedirectURIRules.match(asked, among: known) != nil else {
        throw Refusal(.redirectURIMismatch, [.redirectURI: asked, .app: issuer], as: .samlReplyURL)
      }
      return asked
    }
    if let index, let numbered = known.first(where: { $0.index == index }) { return numbered.uri }
    guard let first = known.first(where: { $0.uri != "http://localhost" }) ?? known.first else {
      throw Refusal(.redirectURIEmpty)
    }
    return first.uri
  }
}
