/// The end of a sign-in with the redirect URI `urn:ietf:wg:oauth:2.0:oob`. The app reads the answer from the title of
/// the window.
package struct OutOfBandPage: Page {
  package let pageID = PageID.response
  package var branding: Branding
  /// The parameters of the answer, form-encoded.
  package var query: String

  package init(branding: Branding, query: String) {
    self.branding = branding
    self.query = query
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    PageLayout(config: config, pageID: pageID, title: query, branding: branding).enclosing(
      """
      <h1>One more step</h1>
      <p>The app takes its answer from this window. If it does not, copy this into it:</p>
      <p class="note"><code>\(query)</code></p>

      """)
  }
}
