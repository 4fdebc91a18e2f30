/// One row of a result, copied out of the statement: it stays valid after the next step.
///
/// The plain accessors are for columns the schema declares `NOT NULL`; they answer 0, an empty text or no bytes where the
/// column is missing or holds another storage class, as `sqlite3_column_…` does for NULL. The `optional…` ones tell NULL apart.
package struct SQLiteRow: Sendable, Hashable {
  package let values: [SQLiteValue]

  package init(_ values: [SQLiteValue]) { self.values = values }

  /// The value of the column at `index` from 0; NULL past the last one.
  package subscript(_ index: Int) -> SQLiteValue { values.indices.contains(index) ? values[index] : .null }

  package func int(_ index: Int) -> Int { optionalInt(index) ?? 0 }

  package func int64(_ index: Int) -> Int64 { optionalInt64(index) ?? 0 }

  /// Whether the column holds an integer other than 0.
  package func bool(_ index: Int) -> Bool { int64(index) != 0 }

  package func double(_ index: Int) -> Double { optionalDouble(index) ?? 0 }

  package func text(_ index: Int) -> String { optionalText(index) ?? "" }

  package func blob(_ index: Int) -> [UInt8] { optionalBlob(index) ?? [] }

  package func optionalInt(_ index: Int) -> Int? { optionalInt64(index).flatMap { Int(exactly: $0) } }

  package func optionalInt64(_ index: Int) -> Int64? {
    if case .integer(let value) = self[index] { value } else { nil }
  }

  /// The number, whether it is stored as a real or as an integer.
  package func optionalDouble(_ index: Int) -> Double? {
    switch self[index] {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  package func optionalText(_ index: Int) -> String? {
    if case .text(let value) = self[index] { value } else { nil }
  }

  package func optionalBlob(_ index: Int) -> [UInt8]? {
    if case .blob(let value) = self[index] { value } else { nil }
  }
}
