/// Service providers of SAML 2.0. They take the metadata of their app, or the certificate that signs for it.
extension Snippet {
  static let python3SAML = Snippet(name: "python3-saml", summary: "python3-saml, a service provider in Python") {
    facts in
    """
    # Start with SSL_CERT_FILE=\(facts.bundle)
    from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser as Parser

    identity_provider = Parser.parse_remote("\(facts.metadata)")
    settings = Parser.merge_settings(
        identity_provider,
        {
            "strict": True,
            "sp": {
                "entityId": "\(facts.entityID)",
                "assertionConsumerService": {"url": "\(facts.responses)"},
            },
            # Who came by Windows Hello has no password to ask for.
            "security": {"wantAssertionsSigned": True, "requestedAuthnContext": False},
        },
    )

    """
  }

  static let nodeSAML = Snippet(name: "node-saml", summary: "node-saml, also below passport-saml, in Node.js") {
    facts in
    """
    import { execSync } from "node:child_process";

    const options = {
      entryPoint: "\(facts.authority)/saml2",
      issuer: "\(facts.entityID)",
      callbackUrl: "\(facts.responses)",
      idpCert: execSync("mockidp saml certificate \(facts.provider.clientID)").toString(),
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      // Who came by Windows Hello has no password to ask for.
      disableRequestedAuthnContext: true,
      validateInResponseTo: "always",
    };

    """
  }

  static let springSAML = Snippet(name: "spring-saml", summary: "Spring Security's saml2Login, application.yaml") {
    facts in
    """
    # Start with JAVA_TOOL_OPTIONS="-Djavax.net.ssl.trustStore=\(facts.trustStore) -Djavax.net.ssl.trustStorePassword=changeit"
    spring:
      security:
        saml2:
          relyingparty:
            registration:
              entra:
                entity-id: \(facts.entityID)
                acs:
                  location: \(facts.responses)
                assertingparty:
                  metadata-uri: \(facts.metadata)

    """
  }

  static let mellon = Snippet(name: "mod-auth-mellon", summary: "Apache with mod_auth_mellon") { facts in
    """
    # The metadata of the identity provider is a file:
    #   curl --cacert "\(facts.certificateAuthority)" -o /etc/apache2/idp.xml "\(facts.metadata)"
    # mellon_create_metadata \(facts.entityID) URL-OF-/mellon makes the other two. The app's address is \(facts.responses).
    <Location />
      AuthType Mellon
      MellonEnable auth
      Require valid-user
      MellonEndpointPath /mellon
      MellonIdPMetadataFile /etc/apache2/idp.xml
      MellonSPMetadataFile /etc/apache2/provider.xml
      MellonSPPrivateKeyFile /etc/apache2/provider.key
      # The metadata that mellon_create_metadata writes asks for a NameID that is a new one each time.
      MellonUser "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name"
    </Location>

    """
  }
}
