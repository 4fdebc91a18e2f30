extension Snippet {
  static let rust = Snippet(name: "rust", summary: "the crate openidconnect, for Rust") { facts in
    """
    // Start with SSL_CERT_FILE=\(facts.bundle)
    // Build reqwest with native-tls or rustls-tls-native-roots: with rustls-tls it does not read that variable.
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;
    let issuer = IssuerUrl::new("\(facts.authority)/v2.0".to_string())?;
    let metadata = CoreProviderMetadata::discover_async(issuer, &http).await?;
    let client = CoreClient::from_provider_metadata(
        metadata,
        ClientId::new("\(facts.web.clientID)".to_string()),
        Some(ClientSecret::new("\(facts.web.secretText)".to_string())),
    )
    .set_redirect_uri(RedirectUrl::new("\(facts.web.redirect("http://localhost", else: "http://localhost"))".to_string())?);

    """
  }
}
