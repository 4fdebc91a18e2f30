import Bytes
package import SQLite
package import Time

extension Store {
  /// A grant to begin, with its first refresh token.
  package struct NewGrant: Sendable {
    let grant: SignInGrant
    let handle: String
    let issuedAt: UnixTime
    let endsAt: UnixTime?

    /// `handle` is the token as the client gets it; `endsAt` is nil when the token has no fixed end.
    package init(_ grant: SignInGrant, refreshToken handle: String, issuedAt: UnixTime, endsAt: UnixTime?) {
      self.grant = grant
      self.handle = handle
      self.issuedAt = issuedAt
      self.endsAt = endsAt
    }
  }

  /// Begins a grant and stores its first refresh token, both or neither.
  package func begin(_ grant: SignInGrant, refreshToken handle: String, issuedAt: UnixTime, endsAt: UnixTime?)
    throws(SQLiteError)
  {
    try begin(NewGrant(grant, refreshToken: handle, issuedAt: issuedAt, endsAt: endsAt))
  }

  /// Begins a grant and stores its first refresh token, both or neither.
  package func begin(_ new: NewGrant) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in try begin(new, connection) }
    }
  }

  /// Does the same as part of the caller's transaction.
  func begin(_ new: NewGrant, _ connection: SQLiteConnection) throws(SQLiteError) {
    let grant = new.grant
    // The world's own number, and not the database's, so that the rows of worlds fit together wherever they meet.
    let number =
      try connection.first("SELECT COALESCE(MAX(id), 0) + 1 FROM sign_in_grant WHERE world = ?", .integer(world))?
      .int64(0) ?? 1
    try connection.run(
      """
      INSERT INTO sign_in_grant
        (world, id, client, user, tenant, platform, scope, session, authenticated, methods, capabilities)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      with: [
        .integer(world), .integer(number), Self.id(grant.client.guid), Self.id(grant.user.guid),
        Self.id(grant.tenant.guid),
        .text(grant.platform.rawValue), .text(grant.scope), SQLiteValue(grant.signIn.session?.bytes),
        .integer(grant.signIn.authenticatedAt.ticks), Self.list(grant.signIn.list), Self.list(grant.capabilities),
      ])
    try insert(
      new.handle, grant: number, issuedAt: new.issuedAt, endsAt: new.endsAt, connection)
  }

  /// Stores a further refresh token of a grant, with the fixed end of the token that it follows. The older tokens
  /// stay valid.
  package func add(refreshToken handle: String, to token: RefreshToken, issuedAt: UnixTime) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try insert(handle, grant: token.grantID, issuedAt: issuedAt, endsAt: token.endsAt, connection)
    }
  }

  private func insert(
    _ handle: String, grant: Int64, issuedAt: UnixTime, endsAt: UnixTime?, _ connection: SQLiteConnection
  ) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO refresh_token (digest, world, grant_id, issued, ends, revoked) VALUES (?, ?, ?, ?, ?, 0)",
      Self.digest(handle), .integer(world), .integer(grant), .integer(issuedAt.ticks), SQLiteValue(endsAt?.ticks))
  }

  /// The refresh token of that handle, expired and revoked ones too. Nil when this world never issued it.
  package func refreshToken(handle: String) throws(SQLiteError) -> RefreshToken? {
    let digest = Self.digest(handle)
    let row = try database.use { connection throws(SQLiteError) in
      try connection.first(Self.refreshTokenOfDigest, digest, .integer(world))
    }
    return row.flatMap { Self.refreshToken($0) }
  }

  private static let refreshTokenOfDigest = """
    SELECT \(refreshTokenColumns)
    FROM refresh_token t JOIN sign_in_grant g ON g.world = t.world AND g.id = t.grant_id
    WHERE t.digest = ? AND t.world = ?
    """

  private static let refreshTokenColumns = """
    g.id, g.client, g.user, g.tenant, g.platform, g.scope, g.session, g.authenticated, g.methods, g.capabilities,
    t.issued, t.ends, t.revoked, t.digest
    """

  private static func refreshToken(_ row: SQLiteRow) -> RefreshToken? {
    guard let client = GUID(bytes: row.blob(1)), let user = GUID(bytes: row.blob(2)),
      let tenant = GUID(bytes: row.blob(3)), let platform = RedirectURIRegistration.Platform(rawValue: row.text(4))
    else { return nil }
    let grant = SignInGrant(
      client: Application.ID(client), user: User.ID(user), tenant: Tenant.ID(tenant), platform: platform,
      scope: row.text(5),
      signIn: SignInFacts(
        session: row.optionalBlob(6).flatMap { GUID(bytes: $0) }, authenticatedAt: UnixTime(ticks: row.int64(7)),
        list: row.text(8)),
      capabilities: words(row.text(9)))
    return RefreshToken(
      grantID: row.int64(0), grant: grant, issuedAt: UnixTime(ticks: row.int64(10)),
      endsAt: row.optionalInt64(11).map { UnixTime(ticks: $0) }, isRevoked: row.bool(12))
  }

  /// Makes the selected refresh tokens older, with the fixed end of a single-page app's token and the sign-in behind
  /// it. Returns how many there were.
  package func ageRefreshTokens(_ selection: GrantSelection, by age: Duration) throws(SQLiteError) -> Int {
    let (conditions, values) = Self.conditions(selection, world: world, first: .integer(age.ticks))
    let grants = "UPDATE sign_in_grant SET authenticated = authenticated - ?1 WHERE \(conditions)"
    let tokens = """
      UPDATE refresh_token SET issued = issued - ?1, ends = ends - ?1
      WHERE world = ?2 AND grant_id IN (SELECT id FROM sign_in_grant WHERE \(conditions))
      """
    return try database.use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        try connection.run(grants, with: values)
        return try connection.run(tokens, with: values)
      }
    }
  }

  /// Revokes the selected refresh tokens, also those of confidential clients. Returns how many there were.
  package func revokeRefreshTokens(_ selection: GrantSelection) throws(SQLiteError) -> Int {
    let (conditions, values) = Self.conditions(selection, world: world, first: .integer(1))
    let statement = """
      UPDATE refresh_token SET revoked = ?1
      WHERE world = ?2 AND grant_id IN (SELECT id FROM sign_in_grant WHERE \(conditions))
      """
    return try database.use { connection throws(SQLiteError) in try connection.run(statement, with: values) }
  }

  /// The selected refresh tokens, expired and revoked ones too, in the order of their issue. `id` is the digest that
  /// the store knows a token by; the token itself cannot be found from it.
  package func refreshTokens(_ selection: GrantSelection) throws(SQLiteError) -> [(id: [UInt8], token: RefreshToken)] {
    let (conditions, values) = Self.conditions(selection, world: world, first: .integer(0))
    let statement = """
      SELECT \(Self.refreshTokenColumns) FROM refresh_token t
      JOIN sign_in_grant g ON g.world = t.world AND g.id = t.grant_id
      WHERE t.world = ?2 AND t.grant_id IN (SELECT id FROM sign_in_grant WHERE \(conditions)) AND ?1 = 0 ORDER BY t.issued, t.digest
      """
    return try database.use { connection throws(SQLiteError) in
      try connection.query(statement, with: values) { row in
        Self.refreshToken(row).map { (id: row.blob(13), token: $0) }
      }
    }.compactMap { $0 }
  }

  /// Revokes the refresh token with that digest. False when there is none.
  package func revokeRefreshToken(id: [UInt8]) throws(SQLiteError) -> Bool {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        "UPDATE refresh_token SET revoked = 1 WHERE digest = ? AND world = ?", .blob(id), .integer(world))
    } == 1
  }
}
