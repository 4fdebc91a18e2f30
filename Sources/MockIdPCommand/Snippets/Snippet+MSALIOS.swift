extension Snippet {
  static let msalIOS = Snippet(name: "msal-ios", summary: "MSAL for iOS and macOS, in Swift") { facts in
    """
    // Trust, for the simulator: xcrun simctl keychain booted add-root-cert '\(facts.certificateAuthority)'
    let authority = try MSALAADAuthority(url: URL(string: "\(facts.authority)")!)
    let configuration = MSALPublicClientApplicationConfig(
      clientId: "\(facts.native.clientID)",
      redirectUri: "\(facts.native.redirect("msauth.", else: "msauth.BUNDLE.ID://auth"))",
      authority: authority)
    configuration.knownAuthorities = [authority]
    let app = try MSALPublicClientApplication(configuration: configuration)
    // Graph: \(facts.graph)/me

    """
  }
}
