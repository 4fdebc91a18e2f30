/// What one statement gave back.
package struct PostgreSQLRows: Sendable {
  /// The values of each row in the order of the statement's columns, in PostgreSQL's binary form; nil is NULL.
  package let rows: [[[UInt8]?]]
  /// How many rows the statement inserted, updated, deleted or selected.
  package let affected: Int

  package var first: PostgreSQLRow? { rows.first.map { PostgreSQLRow(values: $0) } }

  package var all: [PostgreSQLRow] { rows.map { PostgreSQLRow(values: $0) } }
}

/// One row. The accessors are for columns of the type that they name: `bigint`, `text`, `bytea`, `boolean`. Another type, a missing
/// column and NULL are 0, an empty text, no bytes or false; the `optional…` accessors give nil.
package struct PostgreSQLRow: Sendable {
  let values: [[UInt8]?]

  private func value(_ index: Int) -> [UInt8]? { values.indices.contains(index) ? values[index] : nil }

  package func bigint(_ index: Int) -> Int64 { optionalBigint(index) ?? 0 }

  package func optionalBigint(_ index: Int) -> Int64? {
    guard let bytes = value(index), bytes.count == 8 else { return nil }
    return Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  package func text(_ index: Int) -> String { optionalText(index) ?? "" }

  package func optionalText(_ index: Int) -> String? { value(index).map { String(decoding: $0, as: UTF8.self) } }

  package func bytea(_ index: Int) -> [UInt8] { value(index) ?? [] }

  package func bool(_ index: Int) -> Bool { value(index) == [1] }
}
