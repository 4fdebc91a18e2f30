import CFiles

/// A page of the documentation, as the program carries it: a file of `docs`.
package struct HandbookPage: Sendable {
  /// The file without its ending: `your-own-tenant`.
  package let name: String
  /// The page's heading.
  package let title: String
  /// The page in Markdown, as the file has it.
  package let text: String

  private init(_ file: mockidp_file) {
    name = String(cString: file.name)
    text = String(cString: file.text)
    title = text.prefix { $0 != "\n" }.dropFirst("# ".count).filter { $0 != "`" }
  }

  /// The pages by their names.
  package static let all: [HandbookPage] = {
    let files = mockidp_pages()
    return UnsafeBufferPointer(start: files.first, count: files.count).map(HandbookPage.init)
  }()
}
