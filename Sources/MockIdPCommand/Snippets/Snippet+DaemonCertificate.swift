/// The daemon that proves itself with its certificate. The seeded one's is published, and `mockidp snippet` writes its files.
extension Snippet {
  static let msalPythonDaemon = Snippet(
    name: "msal-python-daemon", summary: "MSAL for Python, for a daemon with a certificate"
  ) { facts in
    """
    import os

    import msal

    # Counts for more than verify=, so it has to be this one.
    os.environ["REQUESTS_CA_BUNDLE"] = "\(facts.bundle)"
    app = msal.ConfidentialClientApplication(
        "\(facts.daemon.clientID)",
        # With a secret: client_credential="\(facts.daemon.secretText)"
        client_credential={"private_key_pfx_path": "\(facts.daemonPFX)"},
        authority="\(facts.authority)",
        # Else it asks login.microsoftonline.com whether to trust this host.
        instance_discovery=False,
    )
    result = app.acquire_token_for_client(["https://graph.microsoft.com/.default"])
    # Graph: \(facts.graph)/users

    """
  }

  static let msalDotnetDaemonCertificate = Snippet(
    name: "msal-dotnet-daemon-certificate", summary: "MSAL.NET, for a daemon with a certificate"
  ) { facts in
    """
    // Trust, on Linux: SSL_CERT_FILE=\(facts.bundle)
    // .NET 9 and later; before it: new X509Certificate2(path, "")
    var certificate = X509CertificateLoader.LoadPkcs12FromFile("\(facts.daemonPFX)", "");
    var app = ConfidentialClientApplicationBuilder
        .Create("\(facts.daemon.clientID)")
        .WithAuthority(new Uri("\(facts.authority)"), validateAuthority: false)
        // Else it asks login.microsoftonline.com, on this server's port, whether to trust this host.
        .WithInstanceDiscovery(false)
        .WithCertificate(certificate)
        .Build();
    var result = await app.AcquireTokenForClient(["https://graph.microsoft.com/.default"]).ExecuteAsync();
    // Graph: \(facts.graph)/users

    """
  }

  static let msalNodeDaemonCertificate = Snippet(
    name: "msal-node-daemon-certificate", summary: "MSAL Node, for a daemon with a certificate"
  ) { facts in
    """
    // Start with NODE_EXTRA_CA_CERTS=\(facts.certificateAuthority)
    import { X509Certificate } from "node:crypto";
    import { readFileSync } from "node:fs";
    import { ConfidentialClientApplication } from "@azure/msal-node";

    const pem = readFileSync("\(facts.daemonPEM)", "utf8"); // the key, then the certificate
    const app = new ConfidentialClientApplication({
      auth: {
        clientId: "\(facts.daemon.clientID)",
        clientCertificate: {
          privateKey: pem.slice(0, pem.indexOf("-----BEGIN CERTIFICATE")),
          thumbprintSha256: new X509Certificate(pem.slice(pem.indexOf("-----BEGIN CERTIFICATE"))).fingerprint256.replaceAll(":", ""),
        },
        authority: "\(facts.authority)",
        knownAuthorities: ["\(facts.host)"],
      },
    });
    const result = await app.acquireTokenByClientCredential({ scopes: ["https://graph.microsoft.com/.default"] });
    // Graph: fetch("\(facts.graph)/users", …)

    """
  }

  static let azureIdentityCertificate = Snippet(
    name: "azure-identity-certificate", summary: "the Azure SDK for Python, with a certificate"
  ) { facts in
    """
    from azure.identity import CertificateCredential

    credential = CertificateCredential(
        tenant_id="\(facts.tenant)",
        client_id="\(facts.daemon.clientID)",
        certificate_path="\(facts.daemonPEM)",
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
