/// The end of a sign-in for `urn:ietf:wg:oauth:2.0:oob`: the app reads the answer from the window's title.
package struct OutOfBandPage: Page {
  package let pageID = PageID.response
  package var branding: Branding
  /// The answer's parameters, form-encoded.
  package var query: String

  package init(branding: Branding, query: String) {
    self.branding = branding
    self.query = query
  }

  package func html() -> [UInt8] {
    PageLayout(pageID: pageID, title: query, branding: branding).enclosing(
      """
      <h1>One more step</h1>
      <p>The app takes its answer from this window. If it does not, copy this into it:</p>
      <p class="note"><code>\(query)</code></p>

      """)
  }
}
