package import Bytes
package import SQLite

/// A SAML assertion that was given to an app in a session. Sign-out finds the session by it, and tells the app.
package struct IssuedAssertion: Sendable, Hashable {
  /// `SessionIndex` of the assertion, which is its id.
  package let id: String
  package let client: Application.ID
  package let user: User.ID
  package let session: GUID
}

extension Store {
  /// Assertions stand among the codes, since they are handed out in the same way, through a browser and once: as one that was used up at once.
  private static let mark = "saml:"

  /// Notes an assertion. The scopes of `code` become its id, and nobody can redeem it.
  package func note(assertion id: String, _ code: AuthorizationCode) throws(SQLiteError) {
    var code = code
    code.scope = Self.mark + id
    try save(code, handle: code.scope)
    _ = try useCode(handle: code.scope)
  }

  /// The assertion with that id. Nil when this world never issued it, or has forgotten it.
  package func assertion(_ id: String) throws(SQLiteError) -> IssuedAssertion? {
    guard let code = try code(handle: Self.mark + id), let session = code.signIn.session else { return nil }
    return IssuedAssertion(id: id, client: code.client, user: code.user, session: session)
  }

  /// The assertions of a session, the oldest first.
  package func assertions(ofSession session: GUID) throws(SQLiteError) -> [IssuedAssertion] {
    try database.use { connection throws(SQLiteError) in
      try connection.query(
        """
        SELECT client, user, scope FROM code WHERE world = ?1 AND session = ?2 AND scope LIKE 'saml:%' ORDER BY issued, rowid
        """, .integer(world), Self.id(session)
      ) { (GUID(bytes: $0.blob(0)), GUID(bytes: $0.blob(1)), $0.text(2)) }
    }.compactMap { client, user, scope in
      guard let client, let user else { return nil }
      return IssuedAssertion(
        id: String(scope.dropFirst(Self.mark.utf8.count)), client: Application.ID(client), user: User.ID(user),
        session: session)
    }
  }
}
