/// One page. Its properties are plain values, and `html` makes bytes of them; a page knows nothing of worlds and
/// requests.
package protocol Page: Sendable {
  var pageID: PageID { get }

  /// The whole document in UTF-8. Equal pages give equal bytes.
  func html(_ config: PageConfig) -> [UInt8]

  /// What the page may load and run.
  var contentSecurityPolicy: ContentSecurityPolicy { get }
}

extension Page {
  /// The page for whoever reads no `$Config`.
  package func html() -> [UInt8] { html(PageConfig()) }

  package var contentSecurityPolicy: ContentSecurityPolicy { .standard }
}
