/// Why a machine or service gives no token for a managed identity. Each place has a text of its own for it.
package enum IdentityFault: Error, Sendable, Hashable {
  /// The header field that proves where the request comes from is missing or has another value.
  case header
  /// The key that answers a challenge is not that of a file that was handed out, or it was used before.
  case key
  /// The request came through a proxy, so it does not come from the machine itself.
  case proxied
  /// `api-version` is missing, or it is none that the place has.
  case version
  /// `resource` is missing.
  case resource
  /// No identity is assigned that the request could mean.
  case notAssigned
  /// Several user-assigned identities are assigned, and the request names none.
  case several
  /// No system-assigned identity is assigned, at a place that heeds no name.
  case noDefault
  /// The request names an identity at a place that knows no names.
  case named
}
