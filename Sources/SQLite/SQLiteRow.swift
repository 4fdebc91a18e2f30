/// One row of a result. It is a copy, so it stays valid after the next step of the statement.
///
/// The plain accessors are for columns that the schema declares `NOT NULL`. For a missing column or another storage
/// class they return 0, an empty text or no bytes, as `sqlite3_column_…` does for NULL. The `optional…` accessors
/// return nil then.
package struct SQLiteRow: Sendable, Hashable {
  /// One for each column of the statement, in order.
  package let values: [SQLiteValue]

  package init(_ values: [SQLiteValue]) { self.values = values }

  /// The value of the column at `index`, counted from 0. NULL after the last column.
  package subscript(_ index: Int) -> SQLiteValue { values.indices.contains(index) ? values[index] : .null }

  /// 0 also for an integer that `Int` cannot hold.
  package func int(_ index: Int) -> Int { optionalInt(index) ?? 0 }

  package func int64(_ index: Int) -> Int64 { optionalInt64(index) ?? 0 }

  /// Whether the column has an integer other than 0.
  package func bool(_ index: Int) -> Bool { int64(index) != 0 }

  package func double(_ index: Int) -> Double { optionalDouble(index) ?? 0 }

  package func text(_ index: Int) -> String { optionalText(index) ?? "" }

  package func blob(_ index: Int) -> [UInt8] { optionalBlob(index) ?? [] }

  /// Nil also for an integer that `Int` cannot hold.
  package func optionalInt(_ index: Int) -> Int? { optionalInt64(index).flatMap { Int(exactly: $0) } }

  /// Nil unless the column has an integer.
  package func optionalInt64(_ index: Int) -> Int64? {
    if case .integer(let value) = self[index] { value } else { nil }
  }

  /// The number of a real or an integer; nil for any other value.
  package func optionalDouble(_ index: Int) -> Double? {
    switch self[index] {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// Nil unless the column has a text.
  package func optionalText(_ index: Int) -> String? {
    if case .text(let value) = self[index] { value } else { nil }
  }

  /// Nil unless the column has a blob.
  package func optionalBlob(_ index: Int) -> [UInt8]? {
    if case .blob(let value) = self[index] { value } else { nil }
  }
}
