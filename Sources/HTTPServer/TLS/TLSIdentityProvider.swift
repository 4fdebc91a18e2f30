/// Chooses the certificate of a handshake.
package protocol TLSIdentityProvider: Sendable {
  /// The identity for a handshake; nil ends the handshake with an alert. Called on an event loop once for each
  /// handshake, so it must be fast. `name` is the server name that the client asks for (SNI), in small letters. It is
  /// nil when the client sends none, as for a numeric address.
  func identity(forServerName name: String?) -> TLSIdentity?
}
