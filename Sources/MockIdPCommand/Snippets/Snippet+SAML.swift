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

  static let pysaml2 = Snippet(
    name: "pysaml2", summary: "pysaml2, also below djangosaml2 as its SAML_CONFIG, in Python"
  ) {
    facts in
    """
    # Start with REQUESTS_CA_BUNDLE=\(facts.bundle)
    from saml2 import BINDING_HTTP_POST

    config = {
        "xmlsec_binary": "/usr/bin/xmlsec1",
        "entityid": "\(facts.entityID)",
        # Its maps of attributes do not have the service's names.
        "allow_unknown_attributes": True,
        "service": {
            "sp": {
                "endpoints": {"assertion_consumer_service": [("\(facts.responses)", BINDING_HTTP_POST)]},
                # It asks for a NameID that is a new one each time otherwise.
                "name_id_policy_format": None,
                "authn_requests_signed": False,
                "want_assertions_signed": True,
                "want_response_signed": False,
            }
        },
        "metadata": {"remote": [{"url": "\(facts.metadata)"}]},
    }

    """
  }

  static let rubySAML = Snippet(name: "ruby-saml", summary: "ruby-saml, also below omniauth-saml, in Ruby") { facts in
    """
    # Start with SSL_CERT_FILE=\(facts.bundle)
    require "onelogin/ruby-saml"

    settings = OneLogin::RubySaml::IdpMetadataParser.new.parse_remote("\(facts.metadata)")
    settings.sp_entity_id = "\(facts.entityID)"
    settings.assertion_consumer_service_url = "\(facts.responses)"
    settings.security[:want_assertions_signed] = true

    """
  }

  static let goSAML = Snippet(name: "go-saml", summary: "crewjam/saml and its samlsp, a service provider in Go") {
    facts in
    """
    // Start with SSL_CERT_FILE=\(facts.bundle)
    address, err := url.Parse("\(facts.metadata)")
    responses, err := url.Parse("\(facts.responses)")
    metadata, err := samlsp.FetchMetadata(ctx, http.DefaultClient, *address)
    provider, err := samlsp.New(samlsp.Options{
    \tEntityID:    "\(facts.entityID)",
    \tURL:         *responses.ResolveReference(&url.URL{Path: "/"}),
    \tIDPMetadata: metadata,
    \t// Your own: they sign the cookie of its sessions.
    \tKey:         key,
    \tCertificate: certificate,
    })
    provider.ServiceProvider.AcsURL = *responses
    // It asks for a NameID that is a new one each time otherwise.
    provider.ServiceProvider.AuthnNameIDFormat = saml.EmailAddressNameIDFormat
    http.Handle(responses.Path, provider)

    """
  }

  static let sustainsys = Snippet(name: "sustainsys-saml2", summary: "Sustainsys.Saml2 in ASP.NET Core") { facts in
    """
    // Trust, on Linux: SSL_CERT_FILE=\(facts.bundle)
    builder.Services.AddAuthentication(options =>
    {
        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.DefaultChallengeScheme = Saml2Defaults.Scheme;
    }).AddCookie().AddSaml2(options =>
    {
        options.SPOptions.EntityId = new EntityId("\(facts.entityID)");
        // It takes Responses at ModulePath + "/Acs". The app of \(facts.responses) needs that address in this spelling, too.
        options.SPOptions.ModulePath = "/Saml2";
        options.SPOptions.WantAssertionsSigned = true;
        // The entityID of the metadata.
        options.IdentityProviders.Add(
            new IdentityProvider(new EntityId("https://sts.windows.net/\(facts.tenant)/"), options.SPOptions)
            {
                MetadataLocation = "\(facts.metadata)",
            });
    });

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
