/// Chooses the certificate of a handshake.
package protocol TLSIdentityProvider: Sendable {
  /// Called on an event loop once for each handshake, so it must be cheap. `name` is the server name the client asks for
  /// (SNI), in small letters, nil when it asks for none. Nil ends the handshake.
  func identity(forServerName name: String?) -> TLSIdentity?
}
