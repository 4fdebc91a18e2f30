import Platform

/// The functions of libpq that this program calls.
///
/// The library is loaded when a cluster is asked for and not before: a single server neither needs it nor starts slower
/// for it. Sendable because function pointers never change, and libpq may be called from any thread as long as each connection
/// has one caller at a time (libpq: "Behavior in Threaded Programs").
struct LibPQ: @unchecked Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias Strings = UnsafePointer<UnsafePointer<CChar>?>

  let connectStart: @convention(c) (Strings, Strings, Int32) -> Connection?
  let connectPoll: @convention(c) (Connection) -> UInt32
  let finish: @convention(c) (Connection) -> Void
  let status: @convention(c) (Connection) -> UInt32
  let errorMessage: @convention(c) (Connection) -> UnsafePointer<CChar>?
  let setNoticeReceiver:
    @convention(c) (
      Connection, (@convention(c) (UnsafeMutableRawPointer?, Result?) -> Void)?, UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer?
  let socket: @convention(c) (Connection) -> Int32
  let setNonBlocking: @convention(c) (Connection, Int32) -> Int32
  let flush: @convention(c) (Connection) -> Int32
  let consumeInput: @convention(c) (Connection) -> Int32
  let isBusy: @convention(c) (Connection) -> Int32
  let getResult: @convention(c) (Connection) -> Result?
  let sendQuery: @convention(c) (Connection, UnsafePointer<CChar>) -> Int32
  let sendQueryParams:
    @convention(c) (
      Connection, UnsafePointer<CChar>, Int32, UnsafePointer<UInt32>?, Strings?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?, Int32
    ) -> Int32
  let sendPrepare:
    @convention(c) (Connection, UnsafePointer<CChar>, UnsafePointer<CChar>, Int32, UnsafePointer<UInt32>?) -> Int32
  let sendQueryPrepared:
    @convention(c) (
      Connection, UnsafePointer<CChar>, Int32, Strings?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
    ) -> Int32
  let resultStatus: @convention(c) (Result) -> UInt32
  let resultErrorField: @convention(c) (Result, Int32) -> UnsafePointer<CChar>?
  let affectedRows: @convention(c) (Result) -> UnsafePointer<CChar>?
  let rowCount: @convention(c) (Result) -> Int32
  let columnCount: @convention(c) (Result) -> Int32
  let value: @convention(c) (Result, Int32, Int32) -> UnsafePointer<CChar>?
  let length: @convention(c) (Result, Int32, Int32) -> Int32
  let isNull: @convention(c) (Result, Int32, Int32) -> Int32
  let clear: @convention(c) (Result) -> Void

  /// Why there is no libpq: what the system's loader said.
  struct Missing: Error {
    let reason: String
  }

  /// The names of the library, the newest interface first. Debian's package is `libpq5`, Homebrew's `libpq`.
  private static let names = ["libpq.so.5", "libpq.5.dylib"]

  /// Loads the library, which then stays loaded.
  static let loaded: Swift.Result<LibPQ, Missing> = {
    var reason = "no library of that name"
    for name in names {
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
        reason = dlerror().map { String(cString: $0) } ?? reason
        continue
      }
      do throws(Missing) { return .success(try LibPQ(handle)) } catch { return .failure(error) }
    }
    return .failure(Missing(reason: reason))
  }()

  private init(_ library: UnsafeMutableRawPointer) throws(Missing) {
    func find<Function>(_ name: String, as _: Function.Type = Function.self) throws(Missing) -> Function {
      guard let address = dlsym(library, name) else { throw Missing(reason: "libpq has no \(name)") }
      return unsafeBitCast(address, to: Function.self)
    }
    connectStart = try find("PQconnectStartParams")
    connectPoll = try find("PQconnectPoll")
    finish = try find("PQfinish")
    status = try find("PQstatus")
    errorMessage = try find("PQerrorMessage")
    setNoticeReceiver = try find("PQsetNoticeReceiver")
    socket = try find("PQsocket")
    setNonBlocking = try find("PQsetnonblocking")
    flush = try find("PQflush")
    consumeInput = try find("PQconsumeInput")
    isBusy = try find("PQisBusy")
    getResult = try find("PQgetResult")
    sendQuery = try find("PQsendQuery")
    sendQueryParams = try find("PQsendQueryParams")
    sendPrepare = try find("PQsendPrepare")
    sendQueryPrepared = try find("PQsendQueryPrepared")
    resultStatus = try find("PQresultStatus")
    resultErrorField = try find("PQresultErrorField")
    affectedRows = try find("PQcmdTuples")
    rowCount = try find("PQntuples")
    columnCount = try find("PQnfields")
    value = try find("PQgetvalue")
    length = try find("PQgetlength")
    isNull = try find("PQgetisnull")
    clear = try find("PQclear")
  }
}
