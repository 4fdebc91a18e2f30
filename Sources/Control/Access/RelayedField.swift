import Bytes
import HTTPWire

/// Finds the header field by which another server shows that it passed a request on. A program that calls this server
/// directly sends none of these fields.
///
/// A client can leave such a field out, so its absence proves nothing. Its presence is enough to ask for the token.
enum RelayedField {
  /// The name of the first such field of a request, as it was sent. Nil when there is none.
  static func name(in fields: HTTPFields) -> String? { fields.first { isRelayed($0.name) }?.name }

  /// Whether proxies add a field of that name, and clients do not. ASCII case does not count.
  static func isRelayed(_ name: String) -> Bool {
    let name = ASCII.lowercased(name)
    if sentByClients.contains(name) { return false }
    return names.contains(name) || beginnings.contains { name.hasPrefix($0) } || endings.contains { name.hasSuffix($0) }
      || parts.contains { name.firstPlace(of: $0) != nil }
  }

  /// What a client sends to a proxy: this server is one too, so a local client may call it with these fields.
  private static let sentByClients = ["proxy-authorization", "proxy-connection"]

  /// RFC 9110 §7.6.3 and §7.6.2, RFC 8586, and fields of load balancers whose names follow no pattern.
  private static let names = [
    "via", "max-forwards", "cdn-loop", "front-end-https", "x-scheme", "x-url-scheme", "x-host",
  ]

  /// The fields of one vendor: ASP.NET, Envoy, Cloudflare, Azure Front Door, IIS, Amazon, Fastly, Fly.io, Akamai,
  /// Google App Engine, Varnish, Linkerd, Tailscale.
  private static let beginnings = [
    "x-original-", "x-envoy-", "cf-", "x-azure-", "x-arr-", "x-amz-cf-", "x-amzn-trace-", "cloudfront-", "fastly-",
    "fly-", "x-akamai-", "akamai-", "x-appengine-", "x-varnish", "l5d-", "tailscale-",
  ]

  /// The address of the client: `X-Real-IP`, `True-Client-IP`, `X-ProxyUser-Ip`, `X-Remote-Addr`, `X-Azure-ClientIP`.
  private static let endings = ["-ip", "-ipv6", "clientip", "socketip", "remote-addr", "remoteaddr"]

  /// `Forwarded` (RFC 7239), each `X-Forwarded-…`, `X-Forward-For`, `Proxy-Client-IP`, `X-Nginx-Proxy`.
  private static let parts = ["forward", "proxy"]
}
