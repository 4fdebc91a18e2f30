import HTTPWire
import Policy
import Synchronization
import Worlds

/// The URLs of the worlds: `https://t1.localhost:8443`.
package final class WorldAddresses: Sendable {
  private let hostNames: [String]
  private let publicURL: String?
  private let ports = Mutex<(https: UInt16?, http: UInt16?)>((nil, nil))

  /// `hostNames` are the server's own names beside `localhost`. `publicURL` is the URL of a proxy before the server,
  /// nil when there is none.
  package init(hostNames: [String], publicURL: String?) {
    self.hostNames = hostNames
    self.publicURL = publicURL
  }

  /// Sets the ports, which are known once the server listens. Nil: it has no such listener.
  package func listen(httpsPort: UInt16?, httpPort: UInt16?) { ports.withLock { $0 = (httpsPort, httpPort) } }

  /// The base URL of the plain listener, which is also the forward proxy. Nil when there is none.
  func plain(from origin: Origin) -> String? {
    guard let port = ports.withLock({ $0.http }), let named = HTTPAuthority(origin.authority) else { return nil }
    return "http://\(named.host)" + (Self.isByOwnName(origin) && !origin.isSecure ? "\(origin.portSuffix)" : ":\(port)")
  }

  /// The base URL with the world's own name, for a caller that reached the server by `origin`. Behind a public URL
  /// there is only one name; the tenant in the path tells the world.
  func own(_ world: World, from origin: Origin) -> String {
    guard world.isMade, publicURL == nil else { return shared(from: origin) }
    return "https://\(world.name).\(base(origin))\(port(from: origin))"
  }

  /// The base URL that all worlds share. The tenant in the path tells the world.
  func shared(from origin: Origin) -> String {
    if let publicURL { return publicURL }
    guard ports.withLock({ $0.https }) != nil, let named = HTTPAuthority(origin.authority) else { return origin.login }
    return "https://\(named.host)\(port(from: origin))"
  }

  /// The port, with its colon, by which that caller reaches the server over https: the one that it has called by. A balancer or a
  /// container's published port may be another than the server's own, which is for those who came over http.
  private func port(from origin: Origin) -> String {
    if origin.isSecure, Self.isByOwnName(origin) { return String(origin.portSuffix) }
    return ports.withLock { $0.https }.map { ":\($0)" } ?? ""
  }

  /// Whether the caller named a host of the server's own. A name of Microsoft's is called by the service's ports.
  private static func isByOwnName(_ origin: Origin) -> Bool { !origin.isMicrosofts }

  /// The name that follows the world's name: the server's name that the caller used, if it is one of the server's own.
  private func base(_ origin: Origin) -> String {
    let host = HTTPAuthority(origin.authority)?.host ?? ""
    return hostNames.first { host == $0 || host.hasSuffix("." + $0) } ?? "localhost"
  }
}
