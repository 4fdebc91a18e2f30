import Bytes
import Control
import Directory
import HTTPWire
import Scenarios
import Worlds

/// Finds the world of a request. The first of these that speaks of a world decides:
///
/// 1. the header field `Mockidp-World`;
/// 2. the label before the server's name (`t1.localhost`);
/// 3. the tenant in the path, when one world has it. When several have it: the world that issued what the request brings, else the default
///    world;
/// 4. for a path without a tenant, such as `/common` or Microsoft Graph's: the world that issued what the request brings.
///
/// Else it is the default world.
struct WorldFinder: Sendable {
  /// The header field that names a world.
  static let field = "Mockidp-World"

  enum Finding: Sendable {
    case world(World)
    /// The label names a world that has ended.
    case gone(String)
    /// The request cannot be served. The default world's journal has it.
    case refused(WorldRefusal)
  }

  let worlds: WorldRegistry
  /// The names, in addition to `localhost`, that can follow a world's label.
  let hostnames: [String]
  /// Tells who may name a world by the header field.
  let access: ControlAccess

  func find(_ request: HTTPRequest) -> Finding {
    if let name = request.fields[Self.field] { return world(named: name, request) }
    // A name that a client gives to the forward proxy would be asked here, before the label.
    guard !worlds.isAlone else { return .world(worlds.main) }
    if let label = label(of: request) {
      switch worlds.world(named: label) {
      case .world(let world): return .world(world)
      case .gone: return .gone(label)
      case .unknown: break
      }
    }
    let segment = firstSegment(of: request)
    let holders = worlds.worlds(ofTenant: segment)
    guard !holders.isEmpty else { return world(withoutTenant: request) }
    return choose(among: holders, tenant: segment) { IssuedThings(of: request).issuer(in: worlds, asksBrowser: true) }
  }

  private func world(named name: String, _ request: HTTPRequest) -> Finding {
    guard access.mayNameWorld(request) else { return .refused(.fieldFromElsewhere) }
    switch worlds.world(named: name) {
    case .world(let world): return .world(world)
    case .gone: return .gone(name)
    case .unknown: return .refused(.unknownWorld(name, known: worlds.worlds.map(\.name)))
    }
  }

  /// One world that has a tenant. Worlds with ids of their own never share one, so that nothing else of the request is read for them.
  private func choose(among holders: [World], tenant: String, issuer: () -> World?) -> Finding {
    if let only = holders.first, holders.count == 1, only.tokenMark == nil { return .world(only) }
    let mainHasIt = worlds.main.directory.tenant(named: tenant) != nil
    if let only = holders.first, holders.count == 1, !mainHasIt { return .world(only) }
    if let issuer = issuer(), holders.contains(where: { $0 === issuer }) || (mainHasIt && issuer === worlds.main) {
      return .world(issuer)
    }
    if mainHasIt { return .world(worlds.main) }
    return .refused(.sharedTenant(tenant, worlds: holders.map(\.name)))
  }

  /// For a path that names no tenant of a made world.
  private func world(withoutTenant request: HTTPRequest) -> Finding {
    let issued = IssuedThings(of: request)
    // A cookie does not count: the browser of somebody who signed in to another world is welcome in the default one.
    if let issuer = issued.issuer(in: worlds, asksBrowser: false) { return .world(issuer) }
    guard let tenant = issued.tenantOfBearer(in: worlds) else { return .world(worlds.main) }
    let holders = worlds.worlds(ofTenant: tenant)
    guard !holders.isEmpty else { return .world(worlds.main) }
    return choose(among: holders, tenant: tenant) { nil }
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

  private func firstSegment(of request: HTTPRequest) -> String {
    // Bytes and not characters: splitting a `String` at a character would look at every combining mark.
    let bytes = request.path.utf8.span
    guard let start = bytes.indices.first(where: { bytes[$0] != 0x2F }) else { return "" }
    let end = bytes.extracting(start...).firstIndex(of: 0x2F).map { start + $0 } ?? bytes.count
    let segment = bytes.text(start..<end)
    return Percent.decode(segment) ?? segment
  }
}
