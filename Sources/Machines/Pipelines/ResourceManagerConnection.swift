import Authority
import Bytes
import Crypto
import Directory
import HTTPWire
import Policy
import Time
import Tokens
import Worlds

/// A service connection of Azure Pipelines to Azure Resource Manager. Entra ID itself issues its token, for a day, in the name of Azure DevOps
/// (observed in 2025: gravitational/teleport's RFD 211). An app that trusts the connection makes it one: its federated credential has the
/// tenant's issuer, and a subject that ends in `/sc/ORGANIZATION/CONNECTION`. Every other connection is a generic one.
struct ResourceManagerConnection {
  private static let azureDevOps = GUID("499b84ac-1321-427f-aa17-267ca6975798").map { Application.ID($0) }

  let tenant: Tenant
  /// `sc/ORGANIZATION/CONNECTION`.
  let path: String

  /// Nil when no app trusts a connection of that id with the issuer of a tenant.
  init?(_ id: String, in directory: DirectoryState) {
    for application in directory.applicationsInOrder {
      for credential in application.federatedCredentials {
        guard let parts = Self.parts(of: credential.subject), ASCII.equalIgnoringCase(parts.connection, id),
          let tenant = directory.tenants.values.first(where: { credential.issuer.hasSuffix("/\($0.id)/v2.0") })
        else { continue }
        self.tenant = tenant
        path = "sc/\(parts.organization)/\(parts.connection)"
        return
      }
    }
    return nil
  }

  /// The organization and the connection in `/eid1/c/pub/t/TENANT/a/APP/sc/ORGANIZATION/CONNECTION`. Nil for another subject.
  private static func parts(of subject: String) -> (organization: String, connection: String)? {
    let parts = subject.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 11, parts[0].isEmpty, parts[1] == "eid1", parts[8] == "sc" else { return nil }
    return (parts[9], parts[10])
  }

  /// - Throws: the refusal of a tenant that Azure DevOps is not in; `CryptoError` when the server has no key.
  func token(_ call: Call, _ exchange: inout Exchange) throws -> String {
    let directory = call.directory
    guard let client = Self.azureDevOps.flatMap({ directory.applications[$0] }),
      let api = directory.applications[WellKnown.tokenExchange],
      let principal = directory.servicePrincipal(of: client.id, in: tenant.id)
    else {
      let id = Self.azureDevOps.map { "\($0)" } ?? ""
      throw Refusal.servicePrincipalMissing(clientID: id, tenant: "\(tenant.id)")
    }
    exchange.note(tenant: tenant)
    var subject = AppTokenSubject(
      tenant: tenant, client: client, principal: principal.id, resource: api, resourceIdentifier: "\(api.id)",
      roles: [],
      issuer: call.origin.issuer(of: tenant), issuedAt: call.now, lifetime: Lifetimes.managedIdentity,
      clientAuthentication: .certificate, capabilities: [],
      marks: OpaqueValues.marks(
        of: .app, accessToken: call.world.newTokenID(),
        call.world.entropy.bytes(OpaqueValues.Bearer.app.byteCount)))
    subject.identityPath = path
    subject.resourcePrincipal = directory.servicePrincipal(of: api.id, in: tenant.id)?.id
    let token = try TokenSigner.sign(
      subject.claims, for: api, in: tenant, showsThumbprint: false, damage: exchange.shape.accessTokenDamage,
      by: call.world)
    exchange.because("→ the token of the service connection \(path), from Entra ID")
    return token
  }
}
