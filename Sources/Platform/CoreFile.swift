import CPlatform

/// Keeps the memory of a server out of files: tokens, and passwords that a user is just sending, are in it.
package enum CoreFile {
  /// Has the system write no core file when this process crashes. One byte is the limit that also keeps the memory from a
  /// program that collects core files (core(5)); with 0 that program would still get it. Only the soft limit changes, so
  /// a person who looks for a defect can raise it again: `prlimit --core=unlimited --pid PID`.
  ///
  /// Only for a process that starts no other programs after it: they would inherit the limit.
  package static func forbid() { mockidp_limit_core_file(1) }
}
