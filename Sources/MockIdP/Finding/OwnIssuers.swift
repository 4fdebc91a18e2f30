import Bytes
import Directory
import HTTPWire
import JOSE
import Policy
import Scenarios
import Synchronization
import Worlds

/// The issuers that are this server itself: the tenants of its worlds, by each of its names. Their keys are read from the
/// worlds, so that the server never sends a request to itself.
final class OwnIssuers: Sendable {
  private struct Server {
    /// Weak, since the worlds hold what reads their documents.
    weak var worlds: WorldRegistry?
    var ports: [UInt16] = []
  }

  private let names: [String]
  private let publicAuthority: String?
  private let hosts: MicrosoftHosts
  private let server = Mutex(Server())

  /// `names` are the server's own beside `localhost`; `publicURL` is the one of a proxy before the server.
  init(names: [String], publicURL: String?, hosts: MicrosoftHosts) {
    self.names = ["localhost"] + names.map { ASCII.lowercased($0) }
    publicAuthority = publicURL.flatMap { Self.parts(of: $0)?.authority }
    self.hosts = hosts
  }

  /// The worlds whose tenants are the issuers.
  func serve(_ worlds: WorldRegistry) { server.withLock { $0.worlds = worlds } }

  /// The ports, which are known when the server listens.
  func listen(on ports: [UInt16]) { server.withLock { $0.ports = ports } }

  /// As `DocumentSource.ownKeys` says.
  func keys(ofIssuer issuer: String, signing keyID: String?) -> [SigningKey]? {
    guard let (authority, path) = Self.parts(of: issuer), isOwn(authority), let worlds = server.withLock({ $0.worlds }),
      let tenant = path.split(separator: "/").first.map(String.init)
    else { return nil }
    var holders = worlds.worlds(ofTenant: tenant)
    if worlds.main.directory.tenant(named: tenant) != nil { holders.append(worlds.main) }
    return holders.flatMap { $0.keys.made }.filter { keyID == nil || $0.id == keyID }
  }

  private func isOwn(_ authority: String) -> Bool {
    if authority == publicAuthority { return true }
    guard let named = HTTPAuthority(authority) else { return false }
    // A server of that name elsewhere is not asked either: this one stands in its place.
    if hosts.role(of: named.host) != nil || named.host == "sts.windows.net" { return true }
    guard server.withLock({ $0.ports }).contains(named.port ?? 443) else { return false }
    return FetchableURL.isLoopback(named.host) || names.contains { named.host == $0 || named.host.hasSuffix("." + $0) }
  }

  private static func parts(of url: String) -> (authority: String, path: String)? {
    guard let reference = URIReference(url), let host = reference.host else { return nil }
    return (ASCII.lowercased(host) + (reference.port.map { ":\($0)" } ?? ""), reference.path)
  }
}
