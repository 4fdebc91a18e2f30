import HTTPWire
import Policy
import Provisioning
import SCIM
import Synchronization

/// Carries requests of provisioning to apps over HTTP. Connections to an app stay open from one request to the next.
final class SCIMWire: ProvisioningWire {
  private struct Key: Hashable {
    let tenant: SCIMTenant
    let token: String?
    let userAgent: String?

    /// The rest seldom differs between two keys of one address, and each request looks for its client.
    func hash(into hasher: inout Hasher) { hasher.combine(tenant.base) }
  }

  /// More apps than this at once begin new connections.
  private static let mostClients = 256

  private let ownAuthorityPEM: String
  /// Certificates of authorities that products have; nil: none beside the system's.
  private let productAuthorityPEM: String?
  private let clients = Mutex<[Key: SCIMClient]>([:])

  init(ownAuthorityPEM: String, productAuthorityPEM: String?) {
    self.ownAuthorityPEM = ownAuthorityPEM
    self.productAuthorityPEM = productAuthorityPEM
  }

  func send(
    _ request: SCIMRequest, to tenant: SCIMTenant, token: String?, userAgent: String?, stamp: SCIMStamp
  ) throws(SCIMFailure) -> SCIMAnswer {
    try client(Key(tenant: tenant, token: token, userAgent: userAgent)).send(request, stamp: stamp)
  }

  func send(_ request: SCIMTokenRequest) throws(SCIMFailure) -> SCIMAnswer {
    let tenant: SCIMTenant
    do throws(SCIMTenant.Problem) { tenant = try SCIMTenant(request.endpoint) } catch {
      throw SCIMFailure(.noConnection, error.description)
    }
    return try client(Key(tenant: tenant, token: nil, userAgent: nil)).send(request)
  }

  private func client(_ key: Key) -> SCIMClient {
    clients.withLock { clients in
      if let known = clients[key] { return known }
      if clients.count >= Self.mostClients { clients = [:] }
      var client = SCIMClient(
        key.tenant, token: key.token, certificateAuthorityPEM: roots(of: key.tenant), mayFollow: FetchableURL.admits)
      client.userAgent = key.userAgent
      clients[key] = client
      return client
    }
  }

  /// A server on this machine may have a certificate of this server's authority, and of the one that was named; any other has one of the
  /// named authority, or of the system's.
  private func roots(of tenant: SCIMTenant) -> String? {
    let host = URIReference(tenant.base)?.host ?? ""
    guard FetchableURL.isLoopback(host) else { return productAuthorityPEM }
    return ownAuthorityPEM + (productAuthorityPEM.map { "\n" + $0 } ?? "")
  }
}
