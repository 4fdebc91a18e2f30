import Bytes
import Policy
import Scenarios

/// What a client's assertion may be for: this tenant's token endpoint or issuer, v1.0 or v2.0, under any name of host and tenant.
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
      || InstanceDiscoveryEndpoint.authorityHosts.contains(host)
  }

  /// An alias leaves the tenant open, in the request as in the audience.
  private func isTenant(_ segment: String) -> Bool {
    guard let named = try? TenantSegment(segment, in: request.directory) else { return false }
    return named.isAlias || request.segment.isAlias || named.spelling == request.segment.spelling
  }
}
