import Bytes
import CFiles

/// A table of Graph's names as a file in which the program searches where it lies: a thousand types cost neither time at the start nor
/// memory. It is read for refusals alone.
struct GraphTable: Sendable {
  /// `data/graph-addresses.tsv`: roots, and types with their links and operations.
  static let addresses = GraphTable(
    text: { UnsafeBufferPointer(start: mockidp_graph_addresses(), count: mockidp_graph_addresses_size()) })
  /// `data/graph-properties.tsv`: types with their properties.
  static let properties = GraphTable(
    text: { UnsafeBufferPointer(start: mockidp_graph_properties(), count: mockidp_graph_properties_size()) })

  private let text: @Sendable () -> UnsafeBufferPointer<UInt8>

  /// The cells behind those first ones of the row that begins with them, compared without regard to ASCII case. Nil for no such row.
  func row(_ first: String...) -> [String]? {
    let wanted = first.map { ASCII.lowercased($0) + "\t" }.joined()
    let bytes = text()
    var start = 0
    while start < bytes.count {
      let line = UnsafeBufferPointer(rebasing: bytes[start...])
      let end = line.firstIndex(of: 0x0A) ?? line.count
      if Self.begins(line, with: wanted) {
        let rest = String(decoding: line[wanted.utf8.count..<end], as: UTF8.self)
        return rest.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
      start += end + 1
    }
    return nil
  }

  /// The cells of every row.
  var rows: [[String]] {
    text().split(separator: 0x0A).map { line in
      line.split(separator: 0x09, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func begins(_ line: UnsafeBufferPointer<UInt8>, with text: String) -> Bool {
    guard line.count >= text.utf8.count else { return false }
    var place = 0
    for byte in text.utf8 {
      guard ASCII.lowercased(line[place]) == byte else { return false }
      place += 1
    }
    return true
  }
}
