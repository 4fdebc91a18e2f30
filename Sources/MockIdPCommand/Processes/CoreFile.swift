import Glibc

/// Keeps the memory of a server out of files: tokens, and passwords that somebody is just sending, are in it.
enum CoreFile {
  /// Has the system write no core file when this process crashes. One byte is the limit that also keeps the memory from a
  /// program that collects core files (core(5)); with 0 that program would still get it. Only the soft limit changes, so
  /// somebody who looks for a defect can raise it again: `prlimit --core=unlimited --pid PID`.
  ///
  /// Only for a process that starts no other programs after it: they would inherit the limit.
  static func forbid() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(1, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
