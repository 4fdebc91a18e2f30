import Bytes
import CFiles
import Crypto

/// One file of the console, as the program carries it: a file of the folder `Files`.
package struct ConsoleFile: Sendable {
  /// The path below `/_mockidp/`; empty for the page itself.
  package let path: String
  package let contentType: String
  /// The file as it is in the folder.
  package let bytes: [UInt8]
  /// The entity tag of the file, with its quotes: a digest of its bytes.
  package let tag: String

  private init(_ file: mockidp_file) {
    path = String(cString: file.name)
    contentType = file.kind.map { String(cString: $0) } ?? ""
    bytes = Array(String(cString: file.text).utf8)
    tag = "\"\(Hex.encode(Array(SHA256.hash(bytes).prefix(8))))\""
  }

  /// All files, the page itself among them.
  package static let all: [ConsoleFile] = {
    let files = mockidp_console()
    return UnsafeBufferPointer(start: files.first, count: files.count).map(ConsoleFile.init)
  }()

  /// The file at a path below `/_mockidp/`; nil when there is none.
  package static func at(_ path: some StringProtocol) -> ConsoleFile? {
    all.first { $0.path.utf8.elementsEqual(path.utf8) }
  }

  /// What a browser may load and run for the console: its own files, and the control API of the same origin. No script
  /// can make markup out of a text (`require-trusted-types-for`).
  package static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
}
