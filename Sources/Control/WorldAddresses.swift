import HTTPWire
import Policy
import Scenarios
import Synchronization

/// The URLs that worlds are reached by: `https://t1.localhost:8443`.
package final class WorldAddresses: Sendable {
  private let hostNames: [String]
  private let publicURL: String?
  private let httpsPort = Mutex<UInt16?>(nil)

  package init(hostNames: [String], publicURL: String?) {
    self.hostNames = hostNames
    self.publicURL = publicURL
  }

  /// The port is known once the server listens.
  package func listen(httpsPort port: UInt16?) { httpsPort.withLock { $0 = port } }

  /// The base URL under the world's own name, for a caller that reached the server by `origin`. Behind a public URL there is
  /// one name only, and a world is told by the tenant in the path.
  func own(_ world: World, from origin: Origin) -> String {
    guard world.identity != nil, publicURL == nil else { return shared(from: origin) }
    return "https://\(world.name).\(base(origin))\(port)"
  }

  /// The base URL that all worlds share.
  func shared(from origin: Origin) -> String {
    if let publicURL { return publicURL }
    guard let port = httpsPort.withLock({ $0 }), let named = HTTPAuthority(origin.authority) else {
      return origin.login
    }
    return "https://\(named.host):\(port)"
  }

  private var port: String { httpsPort.withLock { $0 }.map { ":\($0)" } ?? "" }

  /// The name that the world's stands before: one of the server's own, if the caller used it.
  private func base(_ origin: Origin) -> String {
    let host = HTTPAuthority(origin.authority)?.host ?? ""
    return hostNames.first { host == $0 || host.hasSuffix("." + $0) } ?? "localhost"
  }
}
