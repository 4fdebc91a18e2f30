extension Snippet {
  static let msalAndroid = Snippet(name: "msal-android", summary: "MSAL for Android, res/raw/auth_config.json") {
    facts in
    // The library drops the port of an authority and asks Microsoft's own host for metadata: only that host will do.
    """
    {
      "client_id": "\(facts.native.clientID)",
      "redirect_uri": "\(facts.native.redirect("msauth://", else: "msauth://PACKAGE/SIGNATURE_HASH"))",
      "broker_redirect_uri_registered": false,
      "authorities": [
        {
          "type": "AAD",
          "audience": { "type": "AzureADMyOrg", "tenant_id": "\(facts.tenant)" },
          "default": true
        }
      ]
    }

    """
  }
}
