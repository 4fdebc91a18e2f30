import Bytes
import Expectations
import Scenarios
import Testing

@testable import Intake

/// Service providers of SAML 2.0, in the forms that repositories have: settings and builders of Spring Security, dictionaries and files of
/// python3-saml, strategies of passport-saml and node-saml.
@Suite("Service providers of SAML") struct ProviderTests {
  @Test(arguments: spring + python + node + others) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  private static let login = "https://login.microsoftonline.com/\(Id.tenant)"
  private static let metadata = "\(login)/federationmetadata/2007-06/federationmetadata.xml"

  /// `application.yml` with these registrations.
  private static func registrations(_ lines: String...) -> String {
    "spring:\n  security:\n    saml2:\n      relyingparty:\n        registration:\n"
      + lines.map { "          \($0)\n" }.joined()
  }

  private static let spring: [Reading] = [
    // As in Kahen/spring-security-saml2-azure-ad-example.
    Reading(
      "an entity id with the client id in it, and addresses of the program's own",
      [
        (
          "src/main/resources/application-azure-ad.yaml",
          "server:\n  port: 8090\n"
            + registrations(
              "azure-ad:", "  entity-id: \"spn:\(Id.app)\"", "  singlelogout:", "    binding: POST",
              "    url: \"{baseUrl}/saml/logout\"", "    responseUrl: \"{baseUrl}/saml/SingleLogout\"", "  acs:",
              "    location: \"{baseUrl}/saml/SSO\"", "  assertingparty:", "    metadata-uri: \(metadata)")
        )
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~http://localhost:8090/saml/SSO logout~http://localhost:8090/saml/logout logout~http://localhost:8090/saml/SingleLogout uri=spn:\(Id.app) saml"
      ]),
    // As Spring Security's reference has it, with the address of the portal's page.
    Reading(
      "a registration that says nothing but whose metadata it reads",
      [
        (
          "application.yml",
          registrations(
            "wiki:", "  assertingparty:", "    metadata-uri: \(metadata)?appid=\(Id.app)")
        )
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~http://localhost:8080/login/saml2/sso/wiki uri~http://localhost:8080/saml2/service-provider-metadata/wiki saml"
      ]),
    Reading(
      "placeholders, beside a registration at another provider",
      [
        (
          "application.yml",
          registrations(
            "okta:", "  entity-id: https://wiki.test/okta", "  assertingparty:",
            "    metadata-uri: https://dev-1.okta.com/app/x/sso/saml/metadata", "entra:",
            "  entity-id: https://wiki.test/saml/metadata", "  acs:",
            "    location: \"{baseUrl}/login/saml2/sso/{registrationId}\"", "  assertingparty:",
            "    entity-id: https://sts.windows.net/{tenant-id}/", "    single-sign-on:",
            "      url: https://login.microsoftonline.com/{tenant-id}/saml2", "    verification:", "      credentials:",
            "        - certificate-location: classpath:credentials/entra.crt")
        )
      ],
      [
        "web made-up of made-up web~http://localhost:8080/login/saml2/sso/entra uri=https://wiki.test/saml/metadata saml",
        "leftAlone: application.yml:7: a service provider of SAML, at another identity provider",
      ]),
    Reading(
      "properties, with the older name of the other side",
      [
        (
          "application.properties",
          """
          server.port=9000
          spring.security.saml2.relyingparty.registration.azure.entity-id=https://wiki.test/saml
          spring.security.saml2.relyingparty.registration.azure.identityprovider.entity-id=https://sts.windows.net/\(Id.tenant)/
          spring.security.saml2.relyingparty.registration.azure.identityprovider.singlesignon.url=\(login)/saml2

          """
        )
      ],
      [
        "web made-up of \(Id.tenant) web~http://localhost:9000/login/saml2/sso/azure uri=https://wiki.test/saml saml"
      ]),
    // As in two programs, one of which has a second registration at Okta.
    Reading(
      "the builder, with two providers",
      [
        ("pom.xml", "<project/>"),
        (
          "src/main/java/SecurityConfig.java",
          """
          import org.springframework.security.saml2.provider.service.registration.RelyingPartyRegistrations;
          class SecurityConfig {
            @Bean RelyingPartyRegistrationRepository registrations() {
              RelyingPartyRegistration azure = RelyingPartyRegistrations
                  .fromMetadataLocation("\(metadata)?appid=\(Id.app)")
                  .registrationId("azure")
                  .entityId("springboot-app")
                  .assertionConsumerServiceLocation("{baseUrl}/login/saml2/sso/{registrationId}")
                  .assertingPartyDetails(party -> party.entityId("https://sts.windows.net/\(Id.tenant)/"))
                  .build();
              RelyingPartyRegistration okta = RelyingPartyRegistrations
                  .fromMetadataLocation("https://dev-1.okta.com/app/x/sso/saml/metadata")
                  .registrationId("okta")
                  .build();
              return new InMemoryRelyingPartyRegistrationRepository(azure, okta);
            }
          }

          """
        ),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~http://localhost:8080/login/saml2/sso/azure uri=springboot-app saml",
        "leftAlone: src/main/java/SecurityConfig.java:12: a service provider of SAML, at another identity provider",
      ]),
  ]

  private static let python: [Reading] = [
    // As the demos of python3-saml have it, filled in for Entra by half.
    Reading(
      "settings.json with placeholders for the host",
      [
        (
          "saml/settings.json",
          """
          {
            "strict": true,
            "sp": {
              "entityId": "https://<sp_domain>/metadata/",
              "assertionConsumerService": { "url": "https://<sp_domain>/?acs", "binding": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" },
              "singleLogoutService": { "url": "https://<sp_domain>/?sls", "binding": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" },
              "x509cert": ""
            },
            "idp": {
              "entityId": "https://sts.windows.net/\(Id.tenant)/",
              "singleSignOnService": { "url": "\(login)/saml2" },
              "singleLogoutService": { "url": "\(login)/saml2" },
              "x509cert": "MIIC8DCCAdig"
            }
          }

          """
        ),
        ("requirements.txt", "flask\npython3-saml\n"),
        ("app.py", "from flask import Flask\nfrom onelogin.saml2.auth import OneLogin_Saml2_Auth\n"),
      ],
      [
        "web made-up of \(Id.tenant) web~http://localhost:5000/?acs logout~http://localhost:5000/?sls uri~http://localhost:5000/metadata/ saml",
        "missing: saml/settings.json:4: write http://localhost:5000/metadata/ in the place of https://<sp_domain>/metadata/",
        "missing: saml/settings.json:5: write http://localhost:5000/?acs in the place of https://<sp_domain>/?acs",
        "missing: saml/settings.json:6: write http://localhost:5000/?sls in the place of https://<sp_domain>/?sls",
      ]),
    // As in RaunoArike/diDATA-website, and with variables as in two other programs.
    Reading(
      "a dictionary in a program's source, with variables",
      [
        (
          "saml_settings.py",
          """
          import os
          SAML_SETTINGS = {
              'strict': True,
              'sp': {
                  'entityId': os.environ.get('SAML_SP_ENTITY_ID', 'wiki-app'),
                  'assertionConsumerService': {
                      'url': os.environ.get('SAML_ACS_URL', 'https://wiki.test/auth/saml/callback'),
                      'binding': 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
                  },
                  'singleLogoutService': {'url': os.environ.get('SAML_SLO_URL', 'https://wiki.test/auth/saml/logout')},
                  'NameIDFormat': 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
              },
              'idp': {
                  'entityId': os.environ['SAML_IDP_ENTITY_ID'],
                  'singleSignOnService': {'url': os.environ['SAML_IDP_SSO_URL']},
                  'x509cert': os.environ['SAML_IDP_CERT'],
              },
          }

          """
        ),
        (".env", "SAML_IDP_ENTITY_ID=https://sts.windows.net/\(Id.tenant)/\nSAML_IDP_SSO_URL=\(login)/saml2\n"),
      ],
      [
        "web made-up of \(Id.tenant) web=https://wiki.test/auth/saml/callback logout=https://wiki.test/auth/saml/logout uri=wiki-app saml"
      ]),
    Reading(
      "a class with a dictionary, whose other half is read from the metadata",
      [
        (
          "app/saml.py",
          """
          from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
          class SAMLConfig:
              SETTINGS = {
                  "sp": {
                      "entityId": "http://localhost:8000/saml/metadata",
                      "assertionConsumerService": {"url": "http://localhost:8000/saml/acs"},
                  }
              }
          idp = OneLogin_Saml2_IdPMetadataParser.parse_remote("\(metadata)?appid=\(Id.app)")

          """
        )
      ],
      [
        "web \(Id.app) of \(Id.tenant) web=http://localhost:8000/saml/acs uri=http://localhost:8000/saml/metadata saml"
      ]),
    Reading(
      "an array of PHP, which has the same names",
      [
        (
          "settings.php",
          "<?php\n$settings = ['sp' => ['entityId' => 'https://wiki.test/meta', 'assertionConsumerService' => ['url' => 'https://wiki.test/acs']], 'idp' => ['entityId' => 'https://sts.windows.net/\(Id.tenant)/', 'singleSignOnService' => ['url' => '\(login)/saml2']]];\n"
        )
      ],
      ["web made-up of \(Id.tenant) web=https://wiki.test/acs uri=https://wiki.test/meta saml"]),
  ]

  private static let node: [Reading] = [
    // As a controller of Sails and a program of Express have it.
    Reading(
      "a strategy with a path, whose issuer is the client id",
      [
        (
          "package.json",
          #"{"dependencies":{"express":"4","passport-saml":"3"},"scripts":{"start":"PORT=4000 node app"}}"#
        ),
        (
          "app.js",
          "const SamlStrategy = require('passport-saml').Strategy;\npassport.use(new SamlStrategy(\n  {\n    path: '/api/v1/login-callback',\n    entryPoint: '\(login)/saml2',\n    issuer: '\(Id.app)',\n    cert: 'MIIC8DCC',\n  },\n  (profile, done) => done(null, profile)));\n"
        ),
      ], ["web \(Id.app) of \(Id.tenant) web~http://localhost:4000/api/v1/login-callback uri=\(Id.app) saml"]),
    Reading(
      "a strategy with a callback, whose issuer is one word",
      [
        (
          "server/server.js",
          "var SamlStrategy = require('passport-saml').Strategy;\npassport.use(new SamlStrategy({ callbackUrl: \"https://wiki.test:3001/login/cb\", entryPoint: '\(login)/saml2', issuer: 'mytestapp', cert: fs.readFileSync('entra.pem', 'utf-8') }, verify));\n"
        )
      ], ["web made-up of \(Id.tenant) web=https://wiki.test:3001/login/cb uri=mytestapp saml"]),
    // As a strategy of NestJS has it.
    Reading(
      "variables with defaults, and an example of them",
      [
        ("package.json", #"{"dependencies":{"@nestjs/core":"10","@node-saml/passport-saml":"5"}}"#),
        (
          "src/saml.strategy.ts",
          """
          import { Strategy as SamlStrategy } from '@node-saml/passport-saml';
          export class MicrosoftSamlStrategy extends PassportStrategy(SamlStrategy, 'saml') {
            constructor() {
              super({
                entryPoint: process.env.SAML_ENTRY_POINT || 'https://login.microsoftonline.com/{tenant-id}/saml2',
                issuer: process.env.SAML_ISSUER || 'http://localhost:3001',
                callbackUrl: process.env.SAML_CALLBACK_URL || 'http://localhost:3001/api/auth/saml/callback',
                idpCert: process.env.SAML_CERT,
              });
            }
          }

          """
        ),
        (".env.example", "SAML_ENTRY_POINT=\(login)/saml2\nSAML_ISSUER=\nSAML_CALLBACK_URL=\n"),
      ],
      [
        "web made-up of \(Id.tenant) web=http://localhost:3001/api/auth/saml/callback uri=http://localhost:3001 saml"
      ]),
    // As in duhast/passport-saml-example, at Entra.
    Reading(
      "a file of settings, and the strategy that takes them",
      [
        (
          "config/config.js",
          "module.exports = { passport: { strategy: 'saml', saml: { path: process.env.SAML_PATH || '/login/callback', entryPoint: process.env.SAML_ENTRY_POINT || '\(login)/saml2', issuer: 'passport-saml', cert: process.env.SAML_CERT || null } } };\n"
        ),
        (
          "config/passport.js",
          "passport.use(new SamlStrategy({ path: config.passport.saml.path, entryPoint: config.passport.saml.entryPoint, issuer: config.passport.saml.issuer }, f));\n"
        ),
      ], ["web made-up of \(Id.tenant) web~http://localhost:3000/login/callback uri=passport-saml saml"]),
    // As the documentation of a plug-in of Backstage has it.
    Reading(
      "settings in YAML",
      [
        (
          "app-config.yaml",
          "auth:\n  providers:\n    saml:\n      development:\n        entryPoint: 'https://login.microsoftonline.com/<TENANT_ID>/saml2'\n        issuer: 'https://wiki.test/api/auth/saml/metadata'\n        path: '/api/auth/saml/acs'\n        appOrigin: 'https://wiki.test'\n"
        )
      ],
      [
        "web made-up of made-up web~https://wiki.test/api/auth/saml/acs uri=https://wiki.test/api/auth/saml/metadata saml"
      ]),
  ]

  private static let others: [Reading] = [
    Reading(
      "a provider at another service, and one that no file speaks of",
      [
        (
          "a/strategy.js",
          "new SamlStrategy({ path: '/cb', entryPoint: 'https://openidp.example/sso', issuer: 'passport-saml' }, f);\n"
        ),
        (
          "b/strategy.js",
          "new SamlStrategy({ path: '/cb', entryPoint: process.env.SAML_ENTRY, issuer: 'passport-saml' }, f);\n"
        ),
      ],
      [
        "leftAlone: a/strategy.js:1: a service provider of SAML, at another identity provider",
        "near: b/strategy.js:1: a service provider of SAML: nothing beside it speaks of Microsoft Entra",
      ]),
    Reading(
      "a page that signs in by OpenID Connect, beside a server that does by SAML",
      [
        ("package.json", #"{"dependencies":{"@azure/msal-browser":"4","passport-saml":"3","vite":"6"}}"#),
        (
          "src/auth.js",
          "export const config = { auth: { clientId: '\(Id.other)', authority: '\(login)', redirectUri: '/' } }\n"
        ),
        (
          "server/saml.js",
          "new SamlStrategy({ callbackUrl: 'http://localhost:4000/saml', entryPoint: '\(login)/saml2', issuer: 'wiki' }, f);\n"
        ),
      ],
      [
        "spa \(Id.other) of \(Id.tenant) spa~http://localhost:5173/",
        "web made-up of \(Id.tenant) web=http://localhost:4000/saml uri=wiki saml",
      ]),
    Reading(
      "one provider in settings for several stages",
      [
        (
          "src/main/resources/application.yml",
          registrations("wiki:", "  entity-id: https://wiki.test", "  assertingparty:", "    metadata-uri: \(metadata)")
        ),
        (
          "src/main/resources/application-dev.yml",
          registrations(
            "wiki:", "  entity-id: https://dev.wiki.test", "  assertingparty:", "    metadata-uri: \(metadata)")
        ),
      ],
      [
        "web made-up of \(Id.tenant) web~http://localhost:8080/login/saml2/sso/wiki uri=https://wiki.test uri=https://dev.wiki.test saml"
      ]),
    Reading(
      "an export of an app that signs in by SAML",
      [
        (
          "sp.json",
          #"[{"appId":"\#(Id.app)","displayName":"Wiki","servicePrincipalType":"Application","preferredSingleSignOnMode":"saml","replyUrls":["https://wiki.test/acs"],"servicePrincipalNames":["https://wiki.test/saml","\#(Id.app)"]}]"#
        )
      ], ["web \(Id.app) of made-up web=https://wiki.test/acs uri=https://wiki.test/saml saml"]),
  ]

  /// The words that a scenario has of them, which `scenario check` takes.
  @Test func writesAnAppOfSAML() throws {
    let settings = Self.registrations(
      "wiki:", "  entity-id: Our wiki", "  singlelogout:", "    url: \"{baseUrl}/logout/saml2/slo\"",
      "  assertingparty:",
      "    metadata-uri: \(Self.metadata)")
    let text = ScenarioWriter(Reading("", [("application.yml", settings)], []).draft, withSecrets: false).text
    let lines = text.split(separator: "\n").map { ASCII.trimmed($0.split(separator: "#")[0]) }
    let start = try #require(lines.firstIndex(of: "type: web"))
    expectEqual(
      Array(lines[start...].prefix(9)),
      [
        "type: web", "signInAudience: AzureADMyOrg", "web:", "redirectUris:",
        "- http://localhost:8080/login/saml2/sso/wiki", "logoutUrl: http://localhost:8080/logout/saml2/slo",
        "identifierUris:", "- Our wiki", "saml: {}",
      ])
    _ = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "world.yaml")
    // A second run changes nothing.
    let draft = Reading("", [("application.yml", settings)], []).draft
    #expect(try ScenarioWriter(draft, withSecrets: false).revised(Array(text.utf8)).isUnchanged)
  }
}
