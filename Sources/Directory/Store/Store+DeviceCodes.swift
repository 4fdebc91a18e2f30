import Bytes
import JSON
package import SQLite
package import Time

/// User codes are given and kept in capital letters, without blanks and hyphens.
extension Store {
  package func save(_ code: DeviceCode, handle: String) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO device_code (digest, world, user_code, client, segment, scope, capabilities, claims, issued, state, polls)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
        """,
        with: [
          Self.digest(handle), .integer(world), .text(code.userCode), Self.id(code.client.guid), .text(code.segment),
          .text(code.scope), Self.list(code.capabilities), Self.document(code.claims),
          .integer(code.issuedAt.ticks), .text(code.state.rawValue),
        ])
    }
  }

  /// The device code of that handle; nil when this world never gave it out.
  package func deviceCode(handle: String) throws(SQLiteError) -> DeviceCode? {
    try deviceCode("digest = ?", Self.digest(handle))
  }

  /// The newest device code that shows that user code.
  package func deviceCode(userCode: String) throws(SQLiteError) -> DeviceCode? {
    try deviceCode("user_code = ?", .text(userCode))
  }

  private func deviceCode(_ condition: String, _ key: SQLiteValue) throws(SQLiteError) -> DeviceCode? {
    let row = try database.use { connection throws(SQLiteError) in
      try connection.first(
        """
        SELECT client, segment, scope, capabilities, issued, state, refusal, user, tenant, session, authenticated, methods,
          user_code, claims
        FROM device_code WHERE world = ? AND \(condition) ORDER BY issued DESC
        """, .integer(world), key)
    }
    guard let row, let client = GUID(bytes: row.blob(0)), let state = DeviceCode.State(rawValue: row.text(5)) else {
      return nil
    }
    var code = DeviceCode(
      userCode: row.text(12), client: Application.ID(client), segment: row.text(1), scope: row.text(2),
      capabilities: Self.words(row.text(3)),
      issuedAt: UnixTime(ticks: row.int64(4)))
    code.claims = Self.claims(row.optionalText(13))
    code.state = state
    code.refusal = row.optionalInt64(6).map { Int($0) }
    if let user = row.optionalBlob(7).flatMap({ GUID(bytes: $0) }),
      let tenant = row.optionalBlob(8).flatMap({ GUID(bytes: $0) })
    {
      code.approval = DeviceCode.Approval(
        user: User.ID(user), tenant: Tenant.ID(tenant),
        signIn: SignInFacts(
          session: row.optionalBlob(9).flatMap { GUID(bytes: $0) }, authenticatedAt: UnixTime(ticks: row.int64(10)),
          methods: Self.words(row.text(11))))
    }
    return code
  }

  /// Notes that somebody entered the user code.
  package func claimDeviceCode(userCode: String) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        "UPDATE device_code SET state = 'claimed' WHERE world = ? AND user_code = ? AND state = 'pending'",
        .integer(world), .text(userCode))
    }
  }

  /// The user approved; true for the one caller, of any that race, that settled the code.
  package func approveDeviceCode(userCode: String, _ approval: DeviceCode.Approval) throws(SQLiteError) -> Bool {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        """
        UPDATE device_code SET state = 'approved', user = ?, tenant = ?, session = ?, authenticated = ?, methods = ?
        WHERE world = ? AND user_code = ? AND state IN ('pending', 'claimed')
        """,
        with: [
          Self.id(approval.user.guid), Self.id(approval.tenant.guid), SQLiteValue(approval.signIn.session?.bytes),
          .integer(approval.signIn.authenticatedAt.ticks), Self.list(approval.signIn.methods), .integer(world),
          .text(userCode),
        ])
    } == 1
  }

  /// The user declined, or was refused with an AADSTS number; true for the one caller that settled the code.
  package func closeDeviceCode(userCode: String, refusal: Int?) throws(SQLiteError) -> Bool {
    let state: DeviceCode.State = refusal == nil ? .declined : .blocked
    return try database.use { connection throws(SQLiteError) in
      try connection.run(
        """
        UPDATE device_code SET state = ?, refusal = ?
        WHERE world = ? AND user_code = ? AND state IN ('pending', 'claimed')
        """, .text(state.rawValue), SQLiteValue(refusal.map { Int64($0) }), .integer(world), .text(userCode))
    } == 1
  }

  /// Uses an approved code up and begins the grant that follows from it, both or neither; true for the one caller, of any that
  /// race, that may go on.
  package func redeemDeviceCode(handle: String, beginning new: NewGrant? = nil) throws(SQLiteError) -> Bool {
    try use(
      "UPDATE device_code SET state = 'redeemed' WHERE digest = ? AND world = ? AND state = 'approved'", handle: handle,
      beginning: new)
  }

  /// Counts a poll. Tells how many there were, this one included, and when the one before was; nil for the first.
  package func countPoll(handle: String, at now: UnixTime) throws(SQLiteError) -> (count: Int, previous: UnixTime?) {
    let key = [Self.digest(handle), SQLiteValue.integer(world)]
    return try database.use { connection throws(SQLiteError) in
      // RETURNING gives what a row has become, so what it was is read before; nobody else has the connection meanwhile.
      let old = try connection.first("SELECT polled FROM device_code WHERE digest = ? AND world = ?", key[0], key[1])
      let row = try connection.first(
        "UPDATE device_code SET polls = polls + 1, polled = ?3 WHERE digest = ?1 AND world = ?2 RETURNING polls",
        key[0],
        key[1], .integer(now.ticks))
      return (row?.int(0) ?? 0, old?.optionalInt64(0).map { UnixTime(ticks: $0) })
    }
  }

  /// Makes the chosen device codes older; how many there were. Codes that nobody approved belong to every user.
  package func ageDeviceCodes(_ selection: GrantSelection, by age: Duration) throws(SQLiteError) -> Int {
    let everybody = GrantSelection(user: nil, client: selection.client)
    let (conditions, values) = Self.conditions(everybody, world: world, first: .integer(age.ticks))
    let statement = "UPDATE device_code SET issued = issued - ?1, polled = polled - ?1 WHERE " + conditions
    return try database.use { connection throws(SQLiteError) in try connection.run(statement, with: values) }
  }

  /// Forgets the chosen device codes; how many there were. Codes that nobody approved belong to every user.
  package func removeDeviceCodes(_ selection: GrantSelection) throws(SQLiteError) -> Int {
    try remove(from: "device_code", GrantSelection(client: selection.client))
  }
}
