/// One page: what it shows goes in as plain values, bytes come out.
package protocol Page: Sendable {
  var pageID: PageID { get }

  /// The whole document in UTF-8. The same page gives the same bytes.
  func html() -> [UInt8]

  /// What the page may load and run, the value of the header of that name.
  var contentSecurityPolicy: ContentSecurityPolicy { get }
}

extension Page {
  package var contentSecurityPolicy: ContentSecurityPolicy { .standard }
}
