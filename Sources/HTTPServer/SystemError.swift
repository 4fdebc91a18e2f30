import Glibc

/// An `errno` with its text.
struct SystemError: Error {
  let code: Int32

  /// The `errno` of the calling thread; read it directly after the call that failed.
  static var last: SystemError { SystemError(code: errno) }

  var text: String { String(cString: strerror(code)) }
}
