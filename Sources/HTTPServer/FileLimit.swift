import CLinux

/// How many files, and so connections, the process may have open.
package enum FileLimit {
  /// Takes all that the system grants this process, which by default is far more than it starts with. For a process that
  /// starts no others: they would inherit the limit, and some of them cannot cope with high numbers.
  package static func raise() { mockidp_raise_file_limit() }
}
