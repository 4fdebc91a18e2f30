import Bytes
import Policy
import Worlds

/// The audiences that a client's assertion may have: the token endpoint or the issuer of this tenant, of v1.0 or
/// v2.0, under any name of the host and the tenant.
struct AssertionAudience {
  let request: TokenRequest

  func admits(_ audience: String) -> Bool {
    guard let uri = URIReference(audience), let host = uri.host, isAuthority(host) else { return false }
    var parts = uri.path.split(separator: "/").map { ASCII.lowercased($0) }
    guard !parts.isEmpty else { return false }
    let segment = parts.removeFirst()
    return Self.paths.contains(parts.joined(separator: "/")) && isTenant(segment)
  }

  private static let paths: Set<String> = ["", "v2.0", "oauth2/token", "oauth2/v2.0/token"]

  private func isAuthority(_ host: String) -> Bool {
    let origin = request.call.origin
    return host == ASCII.lowercased(origin.host) || host == URIReference(origin.login)?.host
      || host == URIReference(origin.tokenLogin)?.host || InstanceDiscoveryEndpoint.authorityHosts.contains(host)
  }

  /// Whether the segment can mean the tenant of the request. `common` and the like leave the tenant open, in the
  /// request and in the audience.
  private func isTenant(_ segment: String) -> Bool {
    guard let named = try? TenantSegment(segment, in: request.directory) else { return false }
    return named.isAlias || request.segment.isAlias || named.spelling == request.segment.spelling
  }
}
