import Bytes
import Compression

/// One file of the console, as the program carries it: the folder `Files`, packed by `scripts/embed-console`.
package struct ConsoleFile: Sendable {
  /// The path below `/_mockidp/`; empty for the page itself.
  package let path: String
  package let contentType: String
  /// The entity tag of the file, with its quotes: a digest of its bytes.
  package let tag: String
  /// The file in gzip, in Base64.
  private let text: StaticString

  init(_ path: String, _ contentType: String, tag: String, _ text: StaticString) {
    self.path = path
    self.contentType = contentType
    self.tag = tag
    self.text = text
  }

  /// The file at a path below `/_mockidp/`; nil when there is none.
  package static func at(_ path: some StringProtocol) -> ConsoleFile? {
    all.first { $0.path.utf8.elementsEqual(path.utf8) }
  }

  /// The file in gzip, as most browsers take it.
  package var packed: [UInt8] { Base64.decode("\(text)") ?? [] }

  /// The file as it is in the folder.
  package var bytes: [UInt8] { (try? Gzip.unpack(packed, maximum: 1_000_000)) ?? [] }

  /// What a browser may load and run for the console: its own files, and the control API of the same origin. No script
  /// can make markup out of a text (`require-trusted-types-for`).
  package static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}
