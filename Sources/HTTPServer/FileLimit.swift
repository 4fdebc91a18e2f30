import CLinux

/// How many files, and so how many connections, the process may have open.
package enum FileLimit {
  /// Raises the soft limit to the hard one, which by default is far higher. Only for a process that starts no other
  /// programs: they would inherit the limit, and some of them cannot work with high file numbers.
  package static func raise() { mockidp_raise_file_limit() }
}
