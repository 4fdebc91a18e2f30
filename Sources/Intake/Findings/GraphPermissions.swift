import Bytes
import CFiles

/// The names of Graph's permissions by their ids, which templates write (`data/graph-permissions.tsv`).
enum GraphPermissions {
  private static let rows = UnsafeBufferPointer(
    start: mockidp_graph_permissions(), count: mockidp_graph_permissions_size()
  ).split(separator: 0x0A).map { $0.split(separator: 0x09).map { String(decoding: $0, as: UTF8.self) } }
  private static let names = Set(rows.compactMap(\.first).map { ASCII.lowercased($0) })
  private static let ids = Dictionary(rows.filter { $0.count > 2 }.map { ($0[2], $0[0]) }) { first, _ in first }

  /// Nil for an id that is not one of Graph's.
  static func name(of id: String) -> String? { ids[ASCII.lowercased(id)] }

  /// Whether a permission is called so, in letters of any size.
  static func isName(_ text: String) -> Bool { names.contains(ASCII.lowercased(text)) }
}
