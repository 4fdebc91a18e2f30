import Bytes
import HTTPWire
import JOSE
import JSON
import Scenarios
import Worlds

/// Finds the world of a request: by the label before the server's name (`t1.localhost`), else by the tenant in the
/// path, else by the tenant of the bearer token. The first of them that names a world decides; else it is the default
/// world.
struct WorldFinder: Sendable {
  enum Finding: Sendable {
    case world(World)
    /// The label names a world that has ended.
    case gone(String)
  }

  let worlds: WorldRegistry
  /// The names, in addition to `localhost`, that can follow a world's label.
  let hostnames: [String]

  func find(_ request: HTTPRequest) -> Finding {
    guard !worlds.isAlone else { return .world(worlds.main) }
    if let label = label(of: request) {
      switch worlds.world(named: label) {
      case .world(let world): return .world(world)
      case .gone: return .gone(label)
      case .unknown: break
      }
    }
    return .world(worldOfPath(request) ?? worldOfToken(request) ?? worlds.main)
  }

  private func label(of request: HTTPRequest) -> String? {
    guard let host = HTTPAuthority(request.authority)?.host else { return nil }
    for name in ["localhost"] + hostnames {
      let suffix = "." + ASCII.lowercased(name)
      guard host.hasSuffix(suffix) else { continue }
      let label = host.dropLast(suffix.utf8.count)
      return label.utf8.contains(0x2E) ? nil : String(label)
    }
    return nil
  }

  private func worldOfPath(_ request: HTTPRequest) -> World? {
    // Bytes and not characters: splitting a `String` at a character would look at every combining mark.
    let bytes = request.path.utf8.span
    guard let start = bytes.indices.first(where: { bytes[$0] != 0x2F }) else { return nil }
    let end = bytes.extracting(start...).firstIndex(of: 0x2F).map { start + $0 } ?? bytes.count
    let segment = bytes.text(start..<end)
    return worlds.world(ofTenant: Percent.decode(segment) ?? segment)
  }

  /// Reads the tenant (`tid`) without verifying the token. The endpoint verifies it with the keys of the world.
  private func worldOfToken(_ request: HTTPRequest) -> World? {
    guard let field = request.fields["Authorization"] else { return nil }
    let bytes = field.utf8.span
    guard let blank = bytes.firstIndex(of: 0x20), ASCII.equalIgnoringCase(bytes.text(0..<blank), "Bearer") else {
      return nil
    }
    let text = ASCII.trimmed(bytes.text(blank + 1..<bytes.count))
    let token = TokenText(text)
    if let tenant = token.flatMap({ worlds.tenant(of: $0) }) { return worlds.world(ofTenant: tenant) }
    guard let tenant = (try? JWS.parse(text))?.payload["tid"]?.string else { return nil }
    if let token { worlds.keep(tenant: tenant, of: token) }
    return worlds.world(ofTenant: tenant)
  }
}
