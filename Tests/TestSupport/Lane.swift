import Platform

/// Which tests run: the quick ones, as in `make test`, or all of them, as in `make test-all`.
///
/// `scripts/test` sets the variable `MOCKIDP_LANE`, and `MOCKIDP_LANE=all swift test` does the same by hand.
package enum Lane {
  /// Whether what takes long runs in its whole length.
  package static let isAll = getenv("MOCKIDP_LANE").map { String(cString: $0) } == "all"
}
