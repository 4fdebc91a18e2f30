/// A link for apps with a URL scheme of their own: mobile browsers open such an app only when the user touches a
/// link.
package struct RedirectPage: Page {
  package let pageID = PageID.response
  package var branding: Branding
  /// The redirect URI with the answer in it.
  package var location: String

  package init(branding: Branding, location: String) {
    self.branding = branding
    self.location = location
  }

  package func html() -> [UInt8] {
    PageLayout(pageID: pageID, title: "Return to the application", branding: branding).enclosing(
      """
      <h1>One more step</h1>
      <p>Open the app to finish.</p>
      <p class="buttons"><a id="idSIButton9" class="button main" href="\(location)" autofocus>\
      Return to \(branding.appName ?? "the application")</a></p>

      """)
  }
}
