import CPlatform

/// How many files, and so how many connections, the process may have open.
package enum FileLimit {
  /// The limit at present, at most a million.
  package static var current: Int { Int(clamping: min(mockidp_file_limit(), 1_000_000)) }

  /// Raises the soft limit to the hard one, which by default is far higher. Only for a process that starts no other
  /// programs: they would inherit the limit, and some of them cannot work with high file numbers.
  package static func raise() { mockidp_raise_file_limit() }
}
