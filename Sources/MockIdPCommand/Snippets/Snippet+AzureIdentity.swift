extension Snippet {
  static let azureIdentity = Snippet(name: "azure-identity", summary: "the Azure SDK for Python") { facts in
    """
    from azure.identity import ClientSecretCredential

    credential = ClientSecretCredential(
        tenant_id="\(facts.tenant)",
        client_id="\(facts.daemon.clientID)",
        client_secret="\(facts.daemon.secretText)",
        authority="\(facts.server.authority)",
        # Else it asks login.microsoftonline.com whether to trust this host.
        disable_instance_discovery=True,
        connection_verify="\(facts.bundle)",
    )
    token = credential.get_token("https://graph.microsoft.com/.default")
    # Graph: \(facts.graph)/users

    """
  }
}
