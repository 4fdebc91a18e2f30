/// Asks the user whether the user started this sign-in. It is shown before an answer leaves the browser, since the
/// browser cannot tell who receives it.
package struct ConfirmPage: Page {
  /// Where the answer goes.
  package enum Destination: Sendable, Hashable {
    /// To a device that showed a code.
    case device
    /// To an app on this machine that has a URL scheme of its own.
    case app(scheme: String)
  }

  package let pageID = PageID.confirmApp
  package var branding: Branding
  package var form: PageForm
  /// The sign-in name of the user; nil leaves the line out.
  package var userName: String?
  /// The display name of the app registration.
  package var appName: String
  package var destination: Destination

  package init(
    branding: Branding, form: PageForm, userName: String? = nil, appName: String, destination: Destination
  ) {
    self.branding = branding
    self.form = form
    self.userName = userName
    self.appName = appName
    self.destination = destination
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    PageLayout(config: config, pageID: pageID, title: "Sign in to your account", branding: branding).enclosing(
      """
      <h1 id="appConfirmTitle">Are you trying to sign in to \(appName)?</h1>
      \(userName.map(Account.line))
      <p>\(warning)</p>
      \(form.enclosing(Button.row("\(Button.main("Continue"))\(Button.back("Cancel", .cancel))")))
      """)
  }

  private var warning: HTML {
    switch destination {
    case .device: "Only continue if you downloaded the app from a store or website that you trust."
    case .app(let scheme):
      """
      Only continue if you downloaded the app from a store or website that you trust. It will be opened through \
      <code>\(scheme)</code>.
      """
    }
  }
}
