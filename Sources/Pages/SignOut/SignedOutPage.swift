/// Tells the user that the session has ended, tells the apps of the session through frames, and leads back to the app
/// that asked for the sign-out.
package struct SignedOutPage: Page {
  package let pageID = PageID.signOut
  package var branding: Branding
  /// The account that was signed out; nil for no account or several.
  package var userName: String?
  /// The front-channel sign-out URLs of the apps. Each is loaded in a hidden frame.
  package var frames: [String]
  /// Where the browser goes next; nil stays on the page.
  package var redirect: String?
  /// How long the page stays before it goes on, 0 to 5 seconds. Browsers count from the moment when the frames are
  /// loaded.
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

  package func html(_ config: PageConfig) -> [UInt8] {
    let delay = max(0, min(delaySeconds, 5))
    let layout = PageLayout(
      config: config, pageID: pageID, title: "Sign out", branding: branding,
      head: redirect.map { "<meta http-equiv=\"refresh\" content=\"\(delay);url=\($0)\">\n" },
      tail: "\(frames.map { "<iframe src=\"\($0)\" title=\"Sign-out of an app\" hidden></iframe>\n" as HTML })")
    return layout.enclosing(
      """
      <h1 id="login_workload_logo_text">You signed out of your account</h1>
      \(userName.map(Account.line))\
      <p role="status">It's a good idea to close all browser windows.</p>
      \(redirect.map { "<p><a href=\"\($0)\">Return to the application</a></p>\n" })
      """)
  }
}
