import Dispatch
import Platform

/// A connection to one PostgreSQL. Every call has a limit of time, since a server that was stopped or cut off would otherwise
/// hold its caller for ever.
///
/// One thread uses it at a time. `@unchecked Sendable` is true because its owner hands it from thread to thread, and never lets two
/// of them call.
package final class PostgreSQLConnection: @unchecked Sendable {
  private let library: LibPQ
  private let raw: LibPQ.Connection
  /// The names of the prepared statements, by their texts.
  private var prepared: [String: String] = [:]
  /// How long one statement may take.
  private let timeout: Duration
  /// Whether a call has failed in a way after which the connection cannot be used.
  package private(set) var isBroken = false

  private enum Status {
    static let ok: UInt32 = 0
    static let bad: UInt32 = 1
  }

  private enum Polling {
    static let reading: UInt32 = 1
    static let writing: UInt32 = 2
    static let ok: UInt32 = 3
  }

  private enum Outcome {
    static let commandOK: UInt32 = 1
    static let tuplesOK: UInt32 = 2
    static let emptyQuery: UInt32 = 0
  }

  /// Connects.
  /// - Parameters:
  ///   - conninfo: a URL `postgresql://…` or a list `key=value …` of libpq ("Connection Strings"). It decides about TLS too.
  ///   - name: what PostgreSQL's list of connections calls it.
  ///   - timeout: how long the connection, and later each statement, may take.
  /// - Throws: `PostgreSQLError`.
  package init(_ conninfo: String, name: String, timeout: Duration) throws(PostgreSQLError) {
    switch LibPQ.loaded {
    case .success(let found): library = found
    case .failure(let missing): throw PostgreSQLError(.noLibrary, missing.reason)
    }
    self.timeout = timeout
    // What stands before `dbname` can be changed by it.
    let parameters = [
      ("application_name", name), ("tcp_user_timeout", "3000"), ("keepalives_idle", "3"), ("keepalives_interval", "1"),
      ("keepalives_count", "3"), ("client_encoding", "UTF8"), ("dbname", conninfo),
    ]
    guard let raw = Self.start(parameters, library) else {
      throw PostgreSQLError(.unreachable, "libpq has no memory for a connection")
    }
    self.raw = raw
    // All properties are set, so `deinit` frees the connection also when this throws.
    try connect()
  }

  deinit { if !isClosed { library.finish(raw) } }

  private var isClosed = false

  /// Ends the connection. The server rolls back what was not committed.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    isBroken = true
    library.finish(raw)
  }

  private static func start(_ parameters: [(String, String)], _ library: LibPQ) -> LibPQ.Connection? {
    let names = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for pointer in names + values { free(pointer) } }
    let namePointers: [UnsafePointer<CChar>?] = names.map { $0.map { UnsafePointer($0) } } + [nil]
    let valuePointers: [UnsafePointer<CChar>?] = values.map { $0.map { UnsafePointer($0) } } + [nil]
    return library.connectStart(namePointers, valuePointers, 1)
  }

  private func connect() throws(PostgreSQLError) {
    guard library.status(raw) != Status.bad else { throw failure() }
    // Its notices would go to standard error.
    _ = library.setNoticeReceiver(raw, { _, _ in }, nil)
    let deadline = self.deadline
    var state = Polling.writing
    while state != Polling.ok {
      guard state == Polling.reading || state == Polling.writing else { throw failure() }
      try wait(reading: state == Polling.reading, writing: state == Polling.writing, until: deadline)
      state = library.connectPoll(raw)
    }
    guard library.setNonBlocking(raw, 1) == 0 else { throw failure() }
  }

  // MARK: Statements

  /// Runs one or several statements without parameters, in one transaction unless they say otherwise.
  package func execute(_ sql: String) throws(PostgreSQLError) {
    try begin { sql.withCString { library.sendQuery(raw, $0) } }
    _ = try results()
  }

  /// Runs one statement. It is prepared the first time.
  package func run(_ sql: String, _ values: PostgreSQLValue...) throws(PostgreSQLError) -> PostgreSQLRows {
    try run(sql, with: values)
  }

  /// Does the same with an array of values.
  package func run(_ sql: String, with values: [PostgreSQLValue]) throws(PostgreSQLError) -> PostgreSQLRows {
    let name = try prepare(sql, types: values.map(\.oid))
    let bytes = values.map(\.bytes)
    let buffer = bytes.reduce(into: [UInt8]()) { $0.append(contentsOf: $1 ?? []) }
    let lengths = bytes.map { Int32(clamping: $0?.count ?? 0) }
    let formats = values.map { _ in Int32(1) }
    try begin {
      buffer.withUnsafeBytes { buffer in
        var place = 0
        let empty = UnsafeRawPointer(bitPattern: 1)
        let pointers: [UnsafePointer<CChar>?] = bytes.map { bytes in
          guard let bytes else { return nil }
          defer { place += bytes.count }
          // An empty value is not NULL, and needs an address.
          return (buffer.baseAddress.map { $0 + place } ?? empty)?.assumingMemoryBound(to: CChar.self)
        }
        return library.sendQueryPrepared(raw, name, Int32(values.count), pointers, lengths, formats, 1)
      }
    }
    return try results()
  }

  private func prepare(_ sql: String, types: [UInt32]) throws(PostgreSQLError) -> String {
    if let name = prepared[sql] { return name }
    let name = "s\(prepared.count)"
    try begin { library.sendPrepare(raw, name, sql, Int32(types.count), types) }
    _ = try results()
    prepared[sql] = name
    return name
  }

  /// Runs `body` in one transaction.
  package func transaction<Result>(_ body: () throws(PostgreSQLError) -> Result) throws(PostgreSQLError) -> Result {
    try execute("BEGIN")
    do throws(PostgreSQLError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      if !isBroken { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// The moment, in nanoseconds since the machine started, until which a call that begins now may take.
  private var deadline: UInt64 {
    DispatchTime.now().uptimeNanoseconds + UInt64(max(0, timeout.components.seconds)) * 1_000_000_000
      + UInt64(max(0, timeout.components.attoseconds)) / 1_000_000_000
  }

  private func begin(_ send: () -> Int32) throws(PostgreSQLError) {
    guard !isBroken else { throw PostgreSQLError(.unreachable, "the connection has ended") }
    guard send() == 1 else { throw failure() }
  }

  /// Sends what is still to be sent, and reads the results up to their end. Gives the last one, or throws the first error.
  private func results() throws(PostgreSQLError) -> PostgreSQLRows {
    let deadline = self.deadline
    while true {
      let flushed = library.flush(raw)
      guard flushed >= 0 else { throw failure() }
      if flushed == 0 { break }
      try wait(reading: true, writing: true, until: deadline)
      guard library.consumeInput(raw) == 1 else { throw failure() }
    }
    var rows = PostgreSQLRows(rows: [], affected: 0)
    var refusal: PostgreSQLError?
    while true {
      while library.isBusy(raw) == 1 {
        try wait(reading: true, writing: false, until: deadline)
        guard library.consumeInput(raw) == 1 else { throw failure() }
      }
      guard let result = library.getResult(raw) else { break }
      defer { library.clear(result) }
      switch library.resultStatus(result) {
      case Outcome.tuplesOK, Outcome.commandOK, Outcome.emptyQuery: rows = read(result)
      default: refusal = refusal ?? error(of: result)
      }
    }
    if library.status(raw) != Status.ok { isBroken = true }
    if let refusal {
      if refusal.isOfConnection { isBroken = true }
      throw refusal
    }
    guard !isBroken else { throw failure() }
    return rows
  }

  private func read(_ result: LibPQ.Result) -> PostgreSQLRows {
    let columns = library.columnCount(result)
    let rows = (0..<library.rowCount(result)).map { row in
      (0..<columns).map { column -> [UInt8]? in
        guard library.isNull(result, row, column) == 0, let start = library.value(result, row, column) else {
          return nil
        }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(library.length(result, row, column))))
      }
    }
    let affected = library.affectedRows(result).flatMap { Int(String(cString: $0)) } ?? 0
    return PostgreSQLRows(rows: rows, affected: affected)
  }

  private func error(of result: LibPQ.Result) -> PostgreSQLError {
    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY.
    let state = library.resultErrorField(result, 0x43).map { String(cString: $0) }
    let message = library.resultErrorField(result, 0x4D).map { String(cString: $0) }
    guard let state else { return failure() }
    return PostgreSQLError(.refused(state: state), message ?? state)
  }

  /// The connection's own error, after which it is of no use.
  private func failure() -> PostgreSQLError {
    isBroken = true
    let text = library.errorMessage(raw).map { String(cString: $0) } ?? ""
    return PostgreSQLError(.unreachable, text.isEmpty ? "the connection has ended" : text)
  }

  private func wait(reading: Bool, writing: Bool, until deadline: UInt64) throws(PostgreSQLError) {
    var watched = pollfd(
      fd: library.socket(raw), events: (reading ? Int16(POLLIN) : 0) | (writing ? Int16(POLLOUT) : 0), revents: 0)
    while true {
      let now = DispatchTime.now().uptimeNanoseconds
      guard deadline > now else {
        isBroken = true
        throw PostgreSQLError(.timedOut, "PostgreSQL did not answer within \(timeout.components.seconds) s")
      }
      let ready = poll(&watched, 1, Int32(clamping: (deadline - now) / 1_000_000 + 1))
      if ready > 0 { return }
      guard ready == 0 || errno == EINTR else {
        isBroken = true
        throw PostgreSQLError(.unreachable, String(cString: strerror(errno)))
      }
    }
  }
}
