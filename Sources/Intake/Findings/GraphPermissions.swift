import Bytes
import CFiles

/// The names of Graph's permissions by their ids, which templates write (`data/graph-permissions.tsv`).
enum GraphPermissions {
  /// Nil for an id that is not one of Graph's.
  static func name(of id: String) -> String? {
    guard GUID(id) != nil else { return nil }
    let text = UnsafeBufferPointer(start: mockidp_graph_permissions(), count: mockidp_graph_permissions_size())
    let wanted = Array(ASCII.lowercased(id).utf8)
    for line in text.split(separator: 0x0A) {
      let cells = line.split(separator: 0x09)
      if cells.count > 2, cells[2].elementsEqual(wanted) { return String(decoding: cells[0], as: UTF8.self) }
    }
    return nil
  }
}
