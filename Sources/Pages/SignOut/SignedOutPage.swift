/// Says that the session is over, tells the apps that took part in it, and leads back to the one that asked.
package struct SignedOutPage: Page {
  package let pageID = PageID.signOut
  package var branding: Branding
  /// The account that was signed out; nil when there was none, or several.
  package var userName: String?
  /// Front-channel sign-out addresses, each loaded in a hidden frame.
  package var frames: [String]
  /// Where the browser goes next; nil stays.
  package var redirect: String?
  /// How long the page stays before it goes on, at most 5. Browsers count from when the frames have loaded.
  package var delaySeconds: Int

  package init(
    branding: Branding, userName: String? = nil, frames: [String] = [], redirect: String? = nil, delaySeconds: Int = 1
  ) {
    self.branding = branding
    self.userName = userName
    self.frames = frames
    self.redirect = redirect
    self.delaySeconds = delaySeconds
  }

  package var contentSecurityPolicy: ContentSecurityPolicy { frames.isEmpty ? .standard : .framingApps }

  package func html() -> [UInt8] {
    let delay = max(0, min(delaySeconds, 5))
    let layout = PageLayout(
      pageID: pageID, title: "Sign out", branding: branding,
      head: redirect.map { "<meta http-equiv=\"refresh\" content=\"\(delay);url=\($0)\">\n" },
      tail: "\(frames.map { "<iframe src=\"\($0)\" title=\"Sign-out of an app\" hidden></iframe>\n" as HTML })")
    return layout.enclosing(
      """
      <h1>You signed out of your account</h1>
      \(userName.map(Account.line))\
      <p role="status">You can close this window now.</p>
      \(redirect.map { "<p><a href=\"\($0)\">Return to the application</a></p>\n" })
      """)
  }
}
