/// The last page of a device sign-in. The device learns the outcome by polling.
package struct DeviceDonePage: Page {
  /// How the user decided about the device.
  package enum Outcome: Sendable {
    case approved
    case declined
  }

  package let pageID = PageID.device
  package var branding: Branding
  package var appName: String
  package var outcome: Outcome

  package init(branding: Branding, appName: String, outcome: Outcome) {
    self.branding = branding
    self.appName = appName
    self.outcome = outcome
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    let layout = PageLayout(config: config, pageID: pageID, title: "Sign in to your account", branding: branding)
    return switch outcome {
    case .approved:
      layout.enclosing(
        """
        <h1>\(appName)</h1>
        <p role="status" id="message">You have signed in to the \(appName) application on your device. You may now close this window.</p>

        """)
    case .declined:
      layout.enclosing(
        """
        <h1>Sign-in cancelled</h1>
        <p role="status" id="message">\(appName) was not signed in on your device. You may now close this window.</p>

        """)
    }
  }
}
