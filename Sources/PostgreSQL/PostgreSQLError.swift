/// What PostgreSQL, or the way to it, refused.
package struct PostgreSQLError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// There is no libpq on this machine.
    case noLibrary
    /// No connection could be made, or the connection has ended. What was sent last may have been done or not.
    case unreachable
    /// The server did not answer in time. What was sent last may have been done or not.
    case timedOut
    /// The server refused a statement. `state` is its five-letter SQLSTATE (PostgreSQL: "PostgreSQL Error Codes").
    case refused(state: String)
  }

  package let kind: Kind
  /// One line, as libpq or the server wrote it.
  package let description: String

  /// A connection that was given up could not be ended.
  package static let stillThere = Self(.timedOut, "a connection that was given up has not ended")

  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    description = Self.line(text)
  }

  /// Whether the connection is of no use any more: the statement is to be tried on a new one.
  package var isOfConnection: Bool {
    switch kind {
    case .noLibrary: false
    case .unreachable, .timedOut: true
    // 57P01 and its kin: the server ends; 25006: a standby that takes no writes; 08…: the connection.
    case .refused(let state): state.hasPrefix("57P") || state.hasPrefix("08") || state == "25006"
    }
  }

  /// The SQLSTATE. Nil when no server answered.
  package var state: String? { if case .refused(let state) = kind { state } else { nil } }

  private static func line(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.isEmpty ? text : lines.map { String($0) }.joined(separator: "; ")
  }
}
