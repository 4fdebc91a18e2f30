extension Snippet {
  static let msalPython = Snippet(name: "msal-python", summary: "MSAL for Python") { facts in
    """
    import os

    import msal

    # Counts for more than verify=, so it has to be this one.
    os.environ["REQUESTS_CA_BUNDLE"] = "\(facts.bundle)"
    app = msal.PublicClientApplication(
        "\(facts.native.clientID)",
        authority="\(facts.authority)",
        # Else it asks login.microsoftonline.com whether to trust this host.
        instance_discovery=False,
    )
    redirect_uri = "\(facts.native.redirect("http://localhost", else: "http://localhost"))"
    flow = app.initiate_auth_code_flow(["User.Read"], redirect_uri=redirect_uri, login_hint="\(facts.user)")
    # Open flow["auth_uri"] in a browser, and give what comes back at the redirect URI to
    # app.acquire_token_by_auth_code_flow(flow, parameters). Graph: \(facts.graph)/me

    """
  }
}
