import Bytes
import Compression

/// A page of the documentation, as the program carries it: a file of `docs`, packed by `scripts/embed-docs`.
package struct HandbookPage: Sendable {
  /// The file without its ending: `your-own-tenant`.
  package let name: String
  /// The page's heading.
  package let title: String
  /// The page in gzip, in Base64.
  private let packed: StaticString

  init(_ name: String, _ title: String, _ packed: StaticString) {
    self.name = name
    self.title = title
    self.packed = packed
  }

  /// The page in Markdown, as the file has it.
  package var text: String {
    let bytes = Base64.decode("\(packed)").flatMap { try? Gzip.unpack($0, maximum: 1_000_000) }
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
