#if os(Linux)
  import Glibc
#else
  import Darwin
#endif

/// An `errno` with its text.
package struct SystemError: Error {
  package let code: Int32

  /// The `errno` of the calling thread; read it directly after the call that failed.
  package static var last: SystemError { SystemError(code: errno) }

  /// What the system calls the error, in English.
  package var text: String { String(cString: strerror(code)) }
}
