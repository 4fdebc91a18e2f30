/// One page. Its properties are plain values, and `html` makes bytes of them; a page knows nothing of worlds and
/// requests.
package protocol Page: Sendable {
  var pageID: PageID { get }

  /// The whole document in UTF-8. Equal pages give equal bytes.
  func html() -> [UInt8]

  /// The header `Content-Security-Policy` for the page: what it may load and run.
  var contentSecurityPolicy: ContentSecurityPolicy { get }
}

extension Page {
  package var contentSecurityPolicy: ContentSecurityPolicy { .standard }
}
