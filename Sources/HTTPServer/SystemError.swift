import Glibc

/// An `errno` with its text.
struct SystemError: Error {
  let code: Int32

  static var last: SystemError { SystemError(code: errno) }

  var text: String { String(cString: strerror(code)) }
}
