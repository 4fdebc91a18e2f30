extension Snippet {
  static let msalGo = Snippet(name: "msal-go", summary: "MSAL for Go") { facts in
    """
    // Start with SSL_CERT_FILE=\(facts.bundle)
    client, err := public.New("\(facts.native.clientID)",
    \tpublic.WithAuthority("\(facts.authority)"),
    \t// Else it asks login.microsoftonline.com whether to trust this host.
    \tpublic.WithInstanceDiscovery(false),
    )
    // result, err := client.AcquireTokenInteractive(ctx, []string{"User.Read"})
    // Graph: \(facts.graph)/me

    """
  }
}
