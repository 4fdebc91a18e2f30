/// The configuration of one client library for a running server, as text to copy.
struct Snippet: Sendable {
  /// The name on the command line: `msal-python`.
  let name: String
  let summary: String
  let text: @Sendable (SnippetFacts) -> String

  /// In the order of the list.
  static let all: [Snippet] = [
    .msalIOS, .msalAndroid, .msalDotnet, .msalDotnetDaemon, .msalDotnetDaemonCertificate, .msalDotnetWeb,
    .msalDotnetOnBehalf, .msalDotnetDevice,
    .msalDotnetIdentity, .msalDotnetTrust, .msalJS, .msalNode, .msalNodeDaemon, .msalNodeDaemonCertificate,
    .msalNodeDevice, .msalPython, .msalPythonDaemon, .msalJava,
    .msalGo, .azureIdentity, .azureIdentityCertificate, .azureIdentityDotnet, .azureIdentityJS, .azureIdentityJava,
    .azureIdentityGo, .spring,
    .aspnet, .aspnetGraph, .aspnetAPI, .aspnetOpenID, .blazor, .swaggerUI, .nswag, .scalar,
    .passport, .openidClient, .authJS, .goOIDC, .oauth2Proxy, .kubernetes, .apache, .kafka, .panel, .fastMCP,
    .databricks, .python3SAML, .pysaml2, .nodeSAML, .springSAML, .rubySAML, .goSAML, .sustainsys, .mellon, .playwright,
    .rust, .curl,
  ]
}
