/// A value of one of SQLite's five storage classes, to bind to a `?` or to read from a column.
package enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// The integer, or NULL for nil.
  package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }

  /// The integer, or NULL for nil.
  package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }

  /// 1 or 0, or NULL for nil.
  package init(_ value: Bool?) { self = value.map { .integer($0 ? 1 : 0) } ?? .null }

  /// The text, or NULL for nil.
  package init(_ value: String?) { self = value.map { .text($0) } ?? .null }

  /// The bytes, or NULL for nil.
  package init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }
}

extension SQLiteValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation
{
  package init(nilLiteral: ()) { self = .null }

  package init(integerLiteral value: Int64) { self = .integer(value) }

  package init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }

  package init(floatLiteral value: Double) { self = .real(value) }

  package init(stringLiteral value: String) { self = .text(value) }
}
