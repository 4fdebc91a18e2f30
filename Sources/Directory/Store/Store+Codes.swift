import Bytes
import JSON
package import SQLite
import Time

extension Store {
  /// Stores a new code under the digest of its handle.
  package func save(_ code: AuthorizationCode, handle: String) throws(SQLiteError) {
    // Made before the call takes the connection, which other requests wait for.
    let values: [SQLiteValue] = [
      Self.digest(handle), .integer(world), Self.id(code.client.guid), Self.id(code.user.guid),
      Self.id(code.tenant.guid), .text(code.segment), .text(code.redirectURI),
      SQLiteValue(code.redirectURIWasSent), .text(code.platform.rawValue), .text(code.scope),
      SQLiteValue(code.challenge?.value), SQLiteValue(code.challenge?.method.rawValue), SQLiteValue(code.nonce),
      SQLiteValue(code.signIn.session?.bytes), .integer(code.signIn.authenticatedAt.ticks),
      Self.list(code.signIn.list), Self.list(code.capabilities),
      Self.document(code.claims), .integer(code.issuedAt.ticks),
    ]
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO code (digest, world, client, user, tenant, segment, redirect, redirect_sent, platform, scope, challenge,
          challenge_method, nonce, session, authenticated, methods, capabilities, claims, issued, used)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """, with: values)
    }
  }

  /// The code of that handle, used or not. Nil when this world never issued it.
  package func code(handle: String) throws(SQLiteError) -> AuthorizationCode? {
    let row = try database.use { connection throws(SQLiteError) in
      try connection.first(
        """
        SELECT client, user, tenant, segment, redirect, redirect_sent, platform, scope, challenge, challenge_method, nonce,
          session, authenticated, methods, capabilities, issued, used, claims
        FROM code WHERE digest = ? AND world = ?
        """, Self.digest(handle), .integer(world))
    }
    guard let row, let client = GUID(bytes: row.blob(0)), let user = GUID(bytes: row.blob(1)),
      let tenant = GUID(bytes: row.blob(2)), let platform = RedirectURIRegistration.Platform(rawValue: row.text(6))
    else { return nil }
    let challenge = row.optionalText(8).flatMap { value in
      AuthorizationCode.Challenge.Method(rawValue: row.text(9)).map {
        AuthorizationCode.Challenge(value: value, method: $0)
      }
    }
    var code = AuthorizationCode(
      client: Application.ID(client), user: User.ID(user), tenant: Tenant.ID(tenant), segment: row.text(3),
      redirectURI: row.text(4), redirectURIWasSent: row.bool(5), platform: platform, scope: row.text(7),
      challenge: challenge, nonce: row.optionalText(10),
      signIn: SignInFacts(
        session: row.optionalBlob(11).flatMap { GUID(bytes: $0) },
        authenticatedAt: UnixTime(ticks: row.int64(12)), list: row.text(13)),
      capabilities: Self.words(row.text(14)), claims: Self.claims(row.optionalText(17)),
      issuedAt: UnixTime(ticks: row.int64(15)), isUsed: row.bool(16))
    // 1 stands for a request without a number.
    let number = row.int64(16)
    if number > 1 { code.usedBy = UInt64(number) }
    return code
  }

  /// Marks a code as used and begins the grant that follows from it, both or neither. When several requests race, one
  /// of them gets true and may go on. `request` is the number that a cluster has given to the request, which is kept with it.
  package func useCode(
    handle: String, by request: UInt64 = 0, beginning new: NewGrant? = nil
  ) throws(SQLiteError) -> Bool {
    try use(
      "UPDATE code SET used = ?3 WHERE digest = ?1 AND world = ?2 AND used = 0", handle: handle,
      with: [.integer(max(1, Int64(clamping: request)))], beginning: new)
  }

  /// Runs the statement that marks a handle as used. Begins a grant when this call was the first to do so.
  func use(
    _ statement: String, handle: String, with more: [SQLiteValue] = [], beginning new: NewGrant?
  ) throws(SQLiteError) -> Bool {
    try database.use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        let values = [Self.digest(handle), .integer(world)] + more
        guard try connection.run(statement, with: values) == 1 else { return false }
        if let new { try begin(new, connection) }
        return true
      }
    }
  }

  /// Makes the selected codes older, as if `age` had passed since their issue. Returns how many there were.
  package func ageCodes(_ selection: GrantSelection, by age: Duration) throws(SQLiteError) -> Int {
    let (conditions, values) = Self.conditions(selection, world: world, first: .integer(age.ticks))
    let statement = "UPDATE code SET issued = issued - ?1 WHERE " + conditions
    return try database.use { connection throws(SQLiteError) in try connection.run(statement, with: values) }
  }

  /// Removes the selected codes. Returns how many there were.
  package func removeCodes(_ selection: GrantSelection) throws(SQLiteError) -> Int {
    try remove(from: "code", selection)
  }

  /// NULL when the client asked for no claims, as in most requests: such a code takes less time to write and to read.
  static func document(_ claims: ClaimsRequest) -> SQLiteValue {
    SQLiteValue(claims == ClaimsRequest() ? nil : try? JSONCoding.encode(claims).text)
  }

  /// No claims for NULL. Versions without this column left NULL too.
  static func claims(_ document: String?) -> ClaimsRequest {
    let value = document.flatMap { try? JSONValue.parse($0) }
    return value.flatMap { try? JSONCoding.decode(ClaimsRequest.self, from: $0) } ?? ClaimsRequest()
  }

  static func words(_ text: String) -> [String] { ASCII.words(text) }

  /// A WHERE clause over `world`, `user` and `client`. `first` is the caller's value for `?1`.
  static func conditions(_ selection: GrantSelection, world: Int64, first: SQLiteValue) -> (String, [SQLiteValue]) {
    var conditions = "world = ?2"
    var values: [SQLiteValue] = [first, .integer(world)]
    if let user = selection.user {
      values.append(id(user.guid))
      conditions += " AND user = ?\(values.count)"
    }
    if let client = selection.client {
      values.append(id(client.guid))
      conditions += " AND client = ?\(values.count)"
    }
    return (conditions, values)
  }
}
