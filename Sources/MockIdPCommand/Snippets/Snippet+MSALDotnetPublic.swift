extension Snippet {
  static let msalDotnetDevice = Snippet(name: "msal-dotnet-device-code", summary: "MSAL.NET, with a device code") {
    facts in
    """
    // Trust, on Linux: SSL_CERT_FILE=\(facts.bundle)
    var app = PublicClientApplicationBuilder
        .Create("\(facts.native.clientID)")
        .WithAuthority(new Uri("\(facts.authority)"), validateAuthority: false)
        .WithInstanceDiscovery(false)
        .Build();
    // A test enters the code in the place of a person, see: mockidp snippet playwright
    var result = await app
        .AcquireTokenWithDeviceCode(["User.Read"], code => Console.Out.WriteLineAsync(code.Message))
        .ExecuteAsync();
    // Graph: \(facts.graph)/me

    """
  }

  static let msalDotnetTrust = Snippet(
    name: "msal-dotnet-trust", summary: "MSAL.NET, trust for a process without SSL_CERT_FILE"
  ) { facts in
    """
    // On Windows and macOS, or where the process cannot have the variable.
    var app = PublicClientApplicationBuilder
        .Create("\(facts.native.clientID)")
        .WithAuthority(new Uri("\(facts.authority)"), validateAuthority: false)
        .WithInstanceDiscovery(false)
        .WithHttpClientFactory(new TrustingFactory("\(facts.certificateAuthority)"))
        .Build();

    sealed class TrustingFactory(string caFile) : IMsalHttpClientFactory
    {
        readonly HttpClient client = new(new SocketsHttpHandler
        {
            SslOptions = new()
            {
                CertificateChainPolicy = new()
                {
                    TrustMode = X509ChainTrustMode.CustomRootTrust,
                    CustomTrustStore = { X509Certificate2.CreateFromPem(File.ReadAllText(caFile)) },
                    RevocationMode = X509RevocationMode.NoCheck,
                },
            },
        });

        public HttpClient GetHttpClient() => client;
    }

    """
  }

  static let msalDotnetIdentity = Snippet(
    name: "msal-dotnet-managed-identity",
    summary: "MSAL.NET, with a managed identity; start it with mockidp env --proxy"
  ) { facts in
    // The server answers the address of a machine's metadata through the proxy. No authority is configured.
    """
    // A machine's own identity: ManagedIdentityId.SystemAssigned
    var id = ManagedIdentityId.WithUserAssignedClientId("\(facts.identity)");
    var app = ManagedIdentityApplicationBuilder.Create(id).Build();
    var result = await app.AcquireTokenForManagedIdentity("https://graph.microsoft.com").ExecuteAsync();

    """
  }
}
