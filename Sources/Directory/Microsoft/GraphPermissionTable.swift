import CFiles
import Platform

/// All permissions of Microsoft Graph by name and id (Microsoft: "Microsoft Graph permissions reference"), as a file in
/// which the program searches where it lies: a thousand permissions cost neither time at the start nor memory. A line of
/// `data/graph-permissions.tsv` is a row; the lines stand in the order of their names in small letters.
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
    /// As a GUID is written, in small letters.
    let id: String
    /// Whether personal accounts can have it.
    let isPersonal: Bool
  }

  /// The permissions of that name, one of each kind at most; ASCII case does not count.
  static func rows(named name: String) -> [Row] {
    let wanted = Array(name.utf8)
    // All rows of a name stand together: from the first that does not come before it.
    var place = firstLine { compare(wanted, $0) <= 0 }
    var rows: [Row] = []
    while place < text.count {
      let line = line(at: place)
      guard compare(wanted, text[line]) == 0, let row = row(of: text[line]) else { break }
      rows.append(row)
      place = line.upperBound + 1
    }
    return rows
  }

  /// The permissions with that id, a GUID in small letters. Graph has an id for one of each kind.
  static func rows(id: String) -> [Row] { lines(with: Array(id.utf8)).compactMap(row(of:)).filter { $0.id == id } }

  /// All rows that fit, in the order of their names.
  static func all(where fits: (Row) -> Bool = { _ in true }) -> [Row] {
    text.split(separator: newline).compactMap(row(of:)).filter(fits)
  }

  private static let newline: UInt8 = 0x0A
  private static let tab: UInt8 = 0x09

  /// The whole file.
  private static var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: mockidp_graph_permissions(), count: mockidp_graph_permissions_size())
  }

  /// The line in which the byte at `place` stands, without the newline at its end.
  private static func line(at place: Int) -> Range<Int> {
    var start = place
    var end = place
    while start > 0, text[start - 1] != newline { start -= 1 }
    while end < text.count, text[end] != newline { end += 1 }
    return start..<end
  }

  /// Where the first line begins that `isThere` holds for, found by halving; it holds for all lines behind that one.
  private static func firstLine(where isThere: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool) -> Int {
    var low = 0
    var high = text.count
    while low < high {
      let line = line(at: low + (high - low) / 2)
      if isThere(text[line]) { high = line.lowerBound } else { low = line.upperBound + 1 }
    }
    return low
  }

  /// The lines in which the bytes stand. To look for the first of them is much faster than to read each row.
  private static func lines(with bytes: [UInt8]) -> [Slice<UnsafeBufferPointer<UInt8>>] {
    guard let base = text.baseAddress, let first = bytes.first else { return [] }
    var lines: [Slice<UnsafeBufferPointer<UInt8>>] = []
    var from = 0
    while from + bytes.count <= text.count,
      let found = memchr(base + from, Int32(first), text.count - from - bytes.count + 1)
    {
      from = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
      guard memcmp(found, bytes, bytes.count) == 0 else { continue }
      let line = line(at: from - 1)
      lines.append(text[line])
      from = line.upperBound
    }
    return lines
  }

  /// Below 0 when the name comes before that of the line, 0 when it is that of the line.
  private static func compare(_ name: [UInt8], _ line: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var index = line.startIndex
    for byte in name {
      guard index < line.endIndex, line[index] != tab else { return 1 }
      let order = Int(small(byte)) - Int(small(line[index]))
      if order != 0 { return order }
      index += 1
    }
    return index < line.endIndex && line[index] != tab ? -1 : 0
  }

  private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// The row of a line: value, kind, id, who may consent, state and `personal`. Nil for a comment.
  private static func row(of line: Slice<UnsafeBufferPointer<UInt8>>) -> Row? {
    let words = line.split(separator: tab)
    guard words.count > 3, line.first != 0x23 else { return nil }
    let kind: Row.Kind =
      if words[1].elementsEqual("application".utf8) {
        .application
      } else if words[3].elementsEqual("user".utf8) {
        .delegatedByUser
      } else {
        .delegatedByAdministrator
      }
    return Row(
      value: String(decoding: words[0], as: UTF8.self), kind: kind, id: String(decoding: words[2], as: UTF8.self),
      isPersonal: words.count > 5 && words[5].elementsEqual("personal".utf8))
  }
}
