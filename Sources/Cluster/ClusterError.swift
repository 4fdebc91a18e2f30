import PostgreSQL

/// Why a server cannot be a part of a cluster: one sentence with the remedy.
package struct ClusterError: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  /// What went wrong between here and PostgreSQL. `place` is the database without its password.
  init(_ error: PostgreSQLError, at place: String) {
    description =
      switch error.kind {
      case .noLibrary:
        "--cluster needs libpq, which cannot be loaded (\(error.description)); install it (Debian: libpq5)"
      case .unreachable, .timedOut: "\(place) cannot be reached: \(error.description)"
      case .refused(state: "3F000"), .refused(state: "42P01"):
        "\(place) holds no cluster; make one with mockidp cluster init"
      case .refused(state: "42501"):
        "\(place) does not let this role in: \(error.description); give it the rights with mockidp cluster init --role"
      case .refused: "\(place) refused: \(error.description)"
      }
  }

  static func newerTables(_ version: Int64, at place: String) -> Self {
    Self(
      "\(place) has tables of a newer mockidp (version \(version), this one knows \(ClusterTables.version)); start that mockidp"
    )
  }

  static func wrongKey(at place: String) -> Self {
    Self(
      "the key file is not that of the cluster in \(place); hand this replica the file that mockidp cluster init has written"
    )
  }

  static func otherScenario(_ theirs: String, _ own: String) -> Self {
    Self(
      "the cluster's scenario is '\(theirs)' and not '\(own)'; start with that scenario, or make another cluster with "
        + "mockidp cluster init --cluster-schema NAME")
  }

  static func otherText(_ name: String) -> Self {
    Self(
      "the cluster began with another text of the scenario '\(name)'; start with that text, or make another cluster with "
        + "mockidp cluster init --cluster-schema NAME")
  }
}

/// The database of a connection string, as messages may name it: never with a password.
package func placeName(of conninfo: String) -> String {
  guard let scheme = conninfo.range(of: "://") else {
    let words = conninfo.split(separator: " ").filter { !$0.hasPrefix("password") && !$0.hasPrefix("passfile") }
    return "PostgreSQL (\(words.joined(separator: " ")))"
  }
  let rest = conninfo[scheme.upperBound...].prefix { $0 != "?" }
  let place = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
  return "postgresql://\(place)"
}

extension String {
  /// The first place of `text`.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
