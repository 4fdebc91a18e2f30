package import Time

/// A client secret that a scenario or an administrator gives to an app.
package struct NewSecret: Sendable, Hashable {
  package var secret: DirectoryEditor.Secret
  /// Nil: the id follows from the app's alias and the place in the list.
  package var id: Identifier<ClientSecret>?
  package var displayName: String?
  /// The first characters of a secret that is known by its digest only.
  package var hint: String?
  /// Nil: the secret counts from the moment at which it is given.
  package var startsAt: UnixTime?
  /// Nil: the secret is valid for `ClientSecret.usualLifetime`.
  package var expiresAt: UnixTime?

  /// Whether the secret belongs to the service principal and not to the registration.
  package var isOfServicePrincipal = false

  package init(_ secret: DirectoryEditor.Secret) { self.secret = secret }
}
