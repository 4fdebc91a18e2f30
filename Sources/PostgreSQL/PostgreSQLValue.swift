/// A value of a parameter, in PostgreSQL's binary form.
package enum PostgreSQLValue: Sendable, Hashable {
  case null
  case bigint(Int64)
  case text(String)
  case bytea([UInt8])
  case bigints([Int64])
  /// nil elements are NULL.
  case byteas([[UInt8]?])
  case texts([String])

  /// The type's number in `pg_type`, which is the same in every PostgreSQL.
  var oid: UInt32 {
    switch self {
    case .null: 0
    case .bigint: 20
    case .text: 25
    case .bytea: 17
    case .bigints: 1016
    case .byteas: 1001
    case .texts: 1009
    }
  }

  /// The bytes on the wire. Nil for NULL.
  var bytes: [UInt8]? {
    switch self {
    case .null: return nil
    case .bigint(let number): return Self.bytes(of: number)
    case .text(let text): return Array(text.utf8)
    case .bytea(let bytes): return bytes
    case .bigints(let numbers):
      var array = Self.head(count: numbers.count, hasNull: false, element: 20)
      array.reserveCapacity(array.count + numbers.count * 12)
      for number in numbers {
        Self.append(8, to: &array)
        Self.appendWide(UInt64(bitPattern: number), to: &array)
      }
      return array
    case .byteas(let values):
      var array = Self.head(count: values.count, hasNull: values.contains(nil), element: 17)
      array.reserveCapacity(array.count + values.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
      for value in values {
        Self.append(value.map { UInt32(truncatingIfNeeded: $0.count) } ?? .max, to: &array)
        if let value { array.append(contentsOf: value) }
      }
      return array
    case .texts(let values):
      var array = Self.head(count: values.count, hasNull: false, element: 25)
      for value in values {
        Self.append(UInt32(truncatingIfNeeded: value.utf8.count), to: &array)
        array.append(contentsOf: value.utf8)
      }
      return array
    }
  }

  /// The head of an array of one dimension: dimensions, whether there are NULLs, the elements' type, count, lower bound.
  private static func head(count: Int, hasNull: Bool, element: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    append(count == 0 ? 0 : 1, to: &bytes)
    append(hasNull ? 1 : 0, to: &bytes)
    append(element, to: &bytes)
    guard count > 0 else { return bytes }
    append(UInt32(truncatingIfNeeded: count), to: &bytes)
    append(1, to: &bytes)
    return bytes
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static func appendWide(_ number: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static func bytes(of number: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    appendWide(UInt64(bitPattern: number), to: &bytes)
    return bytes
  }
}
