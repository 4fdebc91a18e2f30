import Platform

/// All permissions of Microsoft Graph by name and id (Microsoft: "Microsoft Graph permissions reference"), as static text
/// that is searched where it lies. `scripts/embed-permissions` writes it and describes its form.
enum GraphPermissionTable {
  /// One permission of the table.
  struct Row: Sendable, Hashable {
    /// Whether an app holds it for itself or for a user, and who may consent.
    enum Kind: Sendable, Hashable {
      case application
      /// Only an administrator may consent.
      case delegatedByAdministrator
      /// A user may consent.
      case delegatedByUser
    }

    let value: String
    let kind: Kind
    /// 32 hexadecimal digits.
    let id: String
  }

  private static let parts = [first, second]

  /// The permissions of that name, one of each kind at most; ASCII case does not count.
  static func rows(named name: String) -> [Row] {
    let wanted = Array(name.utf8)
    for part in parts {
      let rows = part.withUTF8Buffer { text in
        entry(named: wanted, in: text).map { self.rows(of: text[$0]) } ?? []
      }
      if !rows.isEmpty { return rows }
    }
    return []
  }

  /// The permissions with that id, 32 hexadecimal digits in small letters. Graph has an id for one of each kind.
  static func rows(id: String) -> [Row] {
    parts.flatMap { part in
      part.withUTF8Buffer { text in
        places(of: Array(id.utf8), in: text).flatMap { rows(of: text[$0]) }.filter { $0.id == id }
      }
    }
  }

  /// All rows that fit, in the order of their names.
  static func all(where fits: (Row) -> Bool = { _ in true }) -> [Row] {
    parts.flatMap { part in
      part.withUTF8Buffer { text in
        text.split(whereSeparator: isSeparator).flatMap { rows(of: $0) }.filter(fits)
      }
    }
  }

  /// The entries in which the bytes stand. To look for the first of them is much faster than to read each row.
  private static func places(of bytes: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    guard let base = text.baseAddress, let first = bytes.first else { return [] }
    var places: [Range<Int>] = []
    var from = 0
    while from + bytes.count <= text.count,
      let found = memchr(base + from, Int32(first), text.count - from - bytes.count + 1)
    {
      var start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      from = start + 1
      guard memcmp(found, bytes, bytes.count) == 0 else { continue }
      var end = start
      while start > 0, !isSeparator(text[start - 1]) { start -= 1 }
      while end < text.count, !isSeparator(text[end]) { end += 1 }
      places.append(start..<end)
      from = end
    }
    return places
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x3B || byte == 0x0A }

  /// The place of the entry of that name, found by halving.
  private static func entry(named name: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var low = 0
    var high = text.count
    while low < high {
      var start = low + (high - low) / 2
      while start > low, !isSeparator(text[start - 1]) { start -= 1 }
      var end = start
      while end < high, !isSeparator(text[end]) { end += 1 }
      let order = compare(name, text[start..<end])
      if order == 0 { return start..<end }
      if order < 0 { high = max(low, start - 1) } else { low = end + 1 }
    }
    return nil
  }

  /// Below 0 when the name comes before the entry, 0 when the entry has it.
  private static func compare(_ name: [UInt8], _ entry: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var index = entry.startIndex
    for byte in name {
      guard index < entry.endIndex, entry[index] != 0x3D else { return 1 }
      let order = Int(small(byte)) - Int(small(entry[index]))
      if order != 0 { return order }
      index += 1
    }
    return index < entry.endIndex && entry[index] != 0x3D ? -1 : 0
  }

  private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func rows(of entry: Slice<UnsafeBufferPointer<UInt8>>) -> [Row] {
    guard let sign = entry.firstIndex(of: 0x3D) else { return [] }
    let value = String(decoding: entry[..<sign], as: UTF8.self)
    return stride(from: sign + 1, to: entry.endIndex - 32, by: 33).map { start in
      let kind: Row.Kind =
        switch entry[start] {
        case 0x61: .application
        case 0x64: .delegatedByAdministrator
        default: .delegatedByUser
        }
      return Row(value: value, kind: kind, id: String(decoding: entry[start + 1..<start + 33], as: UTF8.self))
    }
  }
}
