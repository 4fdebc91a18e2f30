import Bytes
import JSON
package import SQLite
package import Time

/// Callers give user codes in capital letters, without blanks and hyphens; the store keeps them so.
extension Store {
  /// Stores a new device code under the digest of its handle, with no poll counted.
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

  /// The device code of that handle. Nil when this world never issued it.
  package func deviceCode(handle: String) throws(SQLiteError) -> DeviceCode? {
    try deviceCode("digest = ?", Self.digest(handle))
  }

  /// The newest device code with that user code. Nil when there is none.
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
          list: row.text(11)))
    }
    return code
  }

  /// Notes that a user entered the user code. Nothing happens unless the code is pending.
  package func claimDeviceCode(userCode: String) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        "UPDATE device_code SET state = 'claimed' WHERE world = ? AND user_code = ? AND state = 'pending'",
        .integer(world), .text(userCode))
    }
  }

  /// Notes that the user approved. When several requests race, one of them gets true: it settled the code.
  package func approveDeviceCode(userCode: String, _ approval: DeviceCode.Approval) throws(SQLiteError) -> Bool {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        """
        UPDATE device_code SET state = 'approved', user = ?, tenant = ?, session = ?, authenticated = ?, methods = ?
        WHERE world = ? AND user_code = ? AND state IN ('pending', 'claimed')
        """,
        with: [
          Self.id(approval.user.guid), Self.id(approval.tenant.guid), SQLiteValue(approval.signIn.session?.bytes),
          .integer(approval.signIn.authenticatedAt.ticks), Self.list(approval.signIn.list), .integer(world),
          .text(userCode),
        ])
    } == 1
  }

  /// Notes that the user declined (nil), or that the server refused the sign-in with an AADSTS number. True for the
  /// one request that settled the code.
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

  /// Marks an approved code as redeemed and begins the grant that follows from it, both or neither. When several
  /// requests race, one of them gets true and may go on.
  package func redeemDeviceCode(handle: String, beginning new: NewGrant? = nil) throws(SQLiteError) -> Bool {
    try use(
      "UPDATE device_code SET state = 'redeemed' WHERE digest = ? AND world = ? AND state = 'approved'", handle: handle,
      beginning: new)
  }

  /// Counts a poll of the device. Returns the number of polls with this one, and the time of the one before, nil for
  /// the first.
  package func countPoll(handle: String, at now: UnixTime) throws(SQLiteError) -> (count: Int, previous: UnixTime?) {
    let key = [Self.digest(handle), SQLiteValue.integer(world)]
    return try database.use { connection throws(SQLiteError) in
      // RETURNING gives the new row, so the old time is read first. No other caller has the connection in between.
      let old = try connection.first("SELECT polled FROM device_code WHERE digest = ? AND world = ?", key[0], key[1])
      let row = try connection.first(
        "UPDATE device_code SET polls = polls + 1, polled = ?3 WHERE digest = ?1 AND world = ?2 RETURNING polls",
        key[0],
        key[1], .integer(now.ticks))
      return (row?.int(0) ?? 0, old?.optionalInt64(0).map { UnixTime(ticks: $0) })
    }
  }

  /// Makes the selected device codes older, as if `age` had passed. Returns how many there were. Only the client
  /// selects: before the approval a code belongs to no user.
  package func ageDeviceCodes(_ selection: GrantSelection, by age: Duration) throws(SQLiteError) -> Int {
    let everybody = GrantSelection(user: nil, client: selection.client)
    let (conditions, values) = Self.conditions(everybody, world: world, first: .integer(age.ticks))
    let statement = "UPDATE device_code SET issued = issued - ?1, polled = polled - ?1 WHERE " + conditions
    return try database.use { connection throws(SQLiteError) in try connection.run(statement, with: values) }
  }

  /// Removes the selected device codes. Returns how many there were. Only the client selects: before the approval a
  /// code belongs to no user.
  package func removeDeviceCodes(_ selection: GrantSelection) throws(SQLiteError) -> Int {
    try remove(from: "device_code", GrantSelection(client: selection.client))
  }
}
