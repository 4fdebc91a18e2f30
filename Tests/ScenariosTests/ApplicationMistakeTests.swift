import Directory
import Testing

/// Each mistake in an app's entry is one line with its place and what to write.
@Suite("A mistake in an app's registration") struct ApplicationMistakeTests {
  struct Row: CustomTestStringConvertible {
    let app: String
    let message: String
    var testDescription: String { app }

    init(_ app: String, _ message: String) {
      self.app = app
      self.message = message
    }
  }

  private static let id = "4c266507-3e74-4b91-aeba-18a25b450f6e"
  private static let pem = DaemonCertificate.certificatePEM.split(separator: "\n").dropFirst().dropLast().joined()

  @Test(
    "is told with its place",
    arguments: [
      Row("mine: { type: api, clientId: 1234 }", "'clientId' is a GUID here, not '1234'"),
      Row("mine: { type: api, appId: 1234 }", "'appId' is a GUID here, not '1234'"),
      Row(
        "api: { scopes: [{ value: A, id: 12 }] }", "'id' is a GUID here, not '12'"),
      Row("api: { scopes: [A.Read, a.read] }", "two scopes have the value 'a.read'; a value names one"),
      Row(
        "api: { scopes: ['A B'] }", "'A B' cannot stand in a token; write a value without blanks, such as Orders.Read"),
      Row(
        "api: { scopes: [{ type: User }] }", "a scope needs 'value', such as Orders.Read"),
      Row(
        "api: { appRoles: [{ value: A }, { value: A }] }", "two roles have the value 'A'; a value names one"),
      Row(
        "api: { appRoles: [{ value: A, id: 11111111-2222-4333-8444-555555555555 }, { value: B, id: 11111111-2222-4333-8444-555555555555 }] }",
        "the id 11111111-2222-4333-8444-555555555555 is taken; give each scope and role an id of its own"),
      Row(
        "api: { appRoles: [{ value: A, allowedMemberTypes: [Users] }] }",
        "'allowedMemberTypes' is User or Application here, not 'Users'"),
      Row(
        "api: { appRoles: [{ value: A, allowedMemberTypes: [] }] }",
        "a role is for somebody; write User, Application or both"),
      Row(
        "api: { assignments: [{ role: Approver, apps: [daemon] }] }",
        "'Approver' is a role for users and groups, and 'apps' cannot hold it; take another role: Orders.Process"),
      Row(
        "api: { assignments: [{ role: Orders.Process, users: [alice] }] }",
        "'Orders.Process' is a role for apps, and 'users' cannot hold it; take another role: Approver"),
      Row(
        "api: { assignments: [{ role: Aprover, users: [alice] }] }",
        "unknown role 'Aprover'; did you mean 'Approver'? Known: Orders.Process, Approver"),
      Row(
        "web: { assignments: [{ role: Approver, users: [alice] }] }", "'web' defines no role; give it 'appRoles'"),
      Row(
        "api: { assignments: [{ role: Approver }] }", "an assignment needs 'users', 'groups' or 'apps'"),
      Row(
        "api: { assignments: [{ apps: [daemon] }] }", "an app holds a role; write 'role' beside 'apps'"),
      Row(
        "api: { assignments: [{ role: Approver, users: [gina] }] }",
        "the tenant of 'gina' does not have the app 'api'; let an administrator of it consent first"),
      Row(
        "api: { appRoles: [{ value: A, isEnabled: false }], assignments: [{ role: A, users: [alice] }] }",
        "the role 'A' is disabled; enable it among 'appRoles'"),
      Row(
        "api: { preauthorizedClients: [{ client: mobile, scopes: [Orders.Raed] }] }",
        "unknown scope 'Orders.Raed'; did you mean 'Orders.Read'? Known: access_as_user, Orders.Read, Orders.Write.All"),
      Row(
        "api: { preauthorizedClients: [{ client: mobil }] }",
        "unknown app 'mobil'; did you mean 'mobile'?"),
      Row(
        "api: { preauthorizedClients: [{ client: mobile, appId: 30b11e00-0000-4000-8000-000000000001 }] }",
        "'client' and 'appId' are two ways to say it; leave one out"),
      Row(
        "web: { identifierUris: [api://contoso] }", "'api' has the App ID URI 'api://contoso'; change it there first"),
      Row(
        "web: { identifierUris: [contoso] }",
        "'contoso' is not an App ID URI; write it with its scheme, as api://contoso"),
      Row(
        "web: { saml: { certificates: [{ name: a, keyId: \(id) }, { name: b, certificateKeyId: \(id) }] } }",
        "two certificates have the id \(id); Graph's clients name one by it"),
      Row(
        "web: { saml: { certificates: [{ name: a, keyId: \(id), certificateKeyId: \(id) }] } }",
        "the key and the certificate have ids of their own; write another one"),
      Row(
        "web: { web: { redirectUris: [/callback] } }",
        "'/callback' is not a redirect URI; write it with its scheme and without '#'"),
      Row("web: { web: { redirectUri: [] } }", "unknown key 'redirectUri'; did you mean 'redirectUris'?"),
      Row("web: { logoutUrl: /out }", "'logoutUrl' is a URL such as https://shop.test/ here, not '/out'"),
      Row(
        "web: { passwordCredentials: [{ displayName: a }] }", "a secret needs 'secretText'"),
      Row(
        "web: { passwordCredentials: [{ secretText: a, startDateTime: 2027-01-01, endDateTime: 2026-01-01 }] }",
        "the secret ends before it begins; write a later time"),
      Row(
        "web: { secret: a, passwordCredentials: [] }",
        "'secret' and 'passwordCredentials' are two ways to say it; leave one out"),
      Row(
        "web: { certificates: [nonsense] }",
        "this is not a certificate; write its PEM text, from '-----BEGIN CERTIFICATE-----' on"),
      Row(
        "web: { certificates: ['-----BEGIN PRIVATE KEY-----'] }",
        "this is a private key, and the registration holds the certificate; write the PEM text of that"),
      Row(
        "web: { certificates: [{ file: daemon.pem }] }",
        "'file' is read for a scenario that is a file itself; write the PEM text under 'pem'"),
      Row("web: { certificates: ['\(pem)', '\(pem)'] }", "this certificate is in the list already; leave it out"),
      Row("web: { trustedSubjects: [{ subjectName: a }] }", "a trusted subject needs 'issuer', a PEM text"),
      Row(
        "web: { requiredResourceAccess: [{ resourceAppId: grapf, resourceAccess: [] }] }",
        "unknown API 'grapf'; did you mean 'graph'?"),
      Row(
        "web: { requiredResourceAccess: [{ resourceAppId: api, resourceAccess: [{ id: Orders.Raed, type: Scope }] }] }",
        "unknown permission 'Orders.Raed'; did you mean 'Orders.Read'?"),
      Row(
        "web: { permissions: [], requiredResourceAccess: [] }",
        "'permissions' and 'requiredResourceAccess' are two ways to say it; leave one out"),
      Row(
        "web: { requestedAccessTokenVersion: 1 }",
        "an app for personal accounts has version 2 of access tokens; change the version or 'audience'"),
      Row(
        "web: { requestedAccessTokenVersion: 3 }", "'requestedAccessTokenVersion' is a number from 1 to 2 here, not '3'"
      ),
      Row("web: { tokenLifetimes: { accessToken: 500ms } }", "a token lives for at least 1s"),
      Row("web: { tokenLifetimes: { refreshToken: 1h } }", "unknown key 'refreshToken'"),
      Row(
        "web: { optionalClaims: { idToken: [{ name: groups, additionalProperties: [emit_as_role] }] } }",
        "unknown property of the claim 'groups' 'emit_as_role'; did you mean 'emit_as_roles'?"),
      Row(
        "web: { optionalClaims: { accessToken: [{ name: aud, additionalProperties: [use_gudi] }] } }",
        "unknown property of the claim 'aud' 'use_gudi'; did you mean 'use_guid'?"),
      Row(
        "web: { optionalClaims: { idToken: [extension_1_color] } }",
        "'extension_1_color' is not a directory extension; write extension_APPID_NAME"),
      Row(
        "web: { groupMembershipClaims: 'SecurityGroup, ApplicationGroups' }",
        "unknown groupMembershipClaims 'ApplicationGroups'; did you mean 'ApplicationGroup'?"),
      Row(
        "web: { groupMembershipClaims: 'None, All' }",
        "'None, All' says None beside another word; leave one of them out"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ value: a, jwtClaimType: upn }] } }",
        "'upn' is a restricted claim, which no policy can map; take another name, or state it with 'claims'"),
      Row(
        "web: { claimsMappingPolicy: { ClaimsSchema: [{ Source: CustomClaimsProvider, ID: groups }] } }",
        "'groups' is a restricted claim"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: user, id: departement, jwtClaimType: a }] } }",
        "unknown property of the source 'user' 'departement'; did you mean 'department'?"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: users, id: mail, jwtClaimType: a }] } }",
        "unknown source 'users'; did you mean 'user'?"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: transformation, id: a, jwtClaimType: a }] } }",
        "the source 'transformation' needs 'transformationId', and 'id', the name of the result"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: user, id: mail, transformationId: t, jwtClaimType: a }] } }",
        "'transformationId' belongs to the source 'transformation'"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: transformation, id: a, transformationId: low, jwtClaimType: a }], "
          + "claimsTransformations: [{ id: lower, transformationMethod: ToLowercase(), inputClaims: [{ claimTypeReferenceId: mail }], outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "unknown transformation 'low'; did you mean 'lower'?"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: transformation, id: b, transformationId: low, jwtClaimType: a }], "
          + "claimsTransformations: [{ id: low, transformationMethod: ToLowercase(), inputClaims: [{ claimTypeReferenceId: mail }], outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "the transformation 'low' gives 'a' and not 'b'; write one name in both places"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: user, id: mail }, { source: transformation, id: a, transformationId: low, jwtClaimType: a }], "
          + "claimsTransformations: [{ id: low, transformationMethod: ToLowercase(), inputClaims: [{ claimTypeReferenceId: mial }], outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "the transformation 'low' reads unknown entry 'mial'; did you mean 'mail'?"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: user, id: mail }], "
          + "claimsTransformations: [{ id: low, transformationMethod: ToLowercase(), inputClaims: [{ claimTypeReferenceId: a }], outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "no transformation reads this entry; it needs 'jwtClaimType', the claim's name in tokens"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: transformation, id: a, transformationId: low, jwtClaimType: a }], "
          + "claimsTransformations: [{ id: low, transformationMethod: ToLowercase(), inputClaims: [{ claimTypeReferenceId: a }], outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "the transformation 'low' reads a claim of a transformation that reads another; the service carries out two in a row at most"
      ),
      Row(
        "web: { claimsMappingPolicy: { claimsTransformation: [{ id: j, transformationMethod: Jion, outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "unknown transformation method 'Jion'; did you mean 'Join'?"),
      Row(
        "web: { claimsMappingPolicy: { claimsTransformation: [{ id: j, transformationMethod: RegexReplace(), outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "RegexReplace is not carried out here; state its result with 'claims' of the user or the app"),
      Row(
        "web: { claimsMappingPolicy: { claimsTransformation: [{ id: j, transformationMethod: Join, outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "Join needs 'string1', as an input claim or as a parameter"),
      Row(
        "web: { claimsMappingPolicy: { claimsTransformation: [{ id: j, transformationMethod: Join, inputParameters: [{ id: sepparator, value: . }], outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "unknown input of Join 'sepparator'; did you mean 'separator'?"),
      Row(
        "web: { claimsMappingPolicy: { claimsTransformation: [{ id: u, transformationMethod: ToUppercase, outputClaims: [{ claimTypeReferenceId: a }] }] } }",
        "ToUppercase takes one input, and 'u' has 0"),
      Row(
        "web: { claimsMappingPolicy: { claimsTransformation: [{ id: u, transformationMethod: Join }] } }",
        "the transformation 'u' needs 'outputClaims'"),
      Row("web: { signingKey: false }", "'signingKey' is true or a key; leave it out for an app without one"),
      Row("web: { signingKey: key.pem }", "the PEM text has no certificate; write both, one below the other"),
      Row(
        "web: { signingKey: '-----BEGIN CERTIFICATE-----' }",
        "the PEM text has no private key; write both, one below the other"),
      Row(
        "web: { signingKey: '-----BEGIN CERTIFICATE----- -----BEGIN PRIVATE KEY-----' }",
        "this is not an RSA key with its own certificate"),
      Row(
        "web: { signingKey: { file: key.pem } }",
        "'file' is read for a scenario that is a file itself; write the PEM text under 'pem'"),
      Row(
        "web: { authenticationBehaviors: { removeUnverifiedEmailClaims: true } }",
        "unknown key 'removeUnverifiedEmailClaims'; did you mean 'removeUnverifiedEmailClaim'?"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: user, jwtClaimType: a }] } }",
        "the source 'user' needs 'id', the property, or 'extensionId'"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ jwtClaimType: a }] } }",
        "a mapped claim needs 'source' with 'id' or 'extensionId', or 'value'"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: user, id: mail }] } }",
        "a mapped claim needs 'jwtClaimType', the claim's name in tokens"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ source: user, value: a, jwtClaimType: a }] } }",
        "'source' and 'value' say two things; leave one out"),
      Row(
        "web: { claimsMappingPolicy: { claimsSchema: [{ value: a, jwtClaimType: a }, { value: b, JwtClaimType: a }] } }",
        "two entries map the claim 'a'; leave one out"),
      Row(
        "web: { claimsMappingPolicy: { includeBasicClaimSet: true, IncludeBasicClaimSet: true } }",
        "'includeBasicClaimSet' and 'IncludeBasicClaimSet' are two names of one thing; leave one out"),
      Row(
        "web: { claimsMappingPolicy: { groupFilter: { matchOn: displayname, type: prefix } } }",
        "'groupFilter' needs 'matchOn', 'type' and 'value'"),
      Row(
        "web: { claimsMappingPolicy: { groupFilter: { matchOn: mail, type: prefix, value: App } } }",
        "'matchOn' is displayname or samaccountname here, not 'mail'"),
      Row(
        "web: { claimsMappingPolicy: { GroupFilter: { MatchOn: displayName, Type: regex, Value: App } } }",
        "'Type' is prefix, suffix or contains here, not 'regex'"),
      Row(
        "web: { claimsMappingPolicy: { groupFilter: { matchOn: displayname, type: prefix, value: '' } } }",
        "'value' is a text here, not an empty text"),
      Row(
        "web: { claimsMappingPolicy: { groupFilter: { matchon: displayname, type: prefix, value: App } } }",
        "unknown key 'matchon'; did you mean 'matchOn'?"),
      Row("web: { onTokenIssuanceStart: {} }", "'onTokenIssuanceStart' needs 'targetUrl', the address of the API"),
      Row(
        "web: { onTokenIssuanceStart: { targetUrl: 'http://claims.test' } }",
        "'http://claims.test' can't be called; write an address of https, or of http on this machine"),
      Row(
        "web: { onTokenIssuanceStart: { targetUrl: 'https://a.test', timeoutInMilliseconds: 3000 } }",
        "'timeoutInMilliseconds' is a number from 200 to 2000 here, not '3000'"),
      Row(
        "web: { onTokenIssuanceStart: { targetUrl: 'https://a.test', resourceId: apo } }",
        "unknown app 'apo'; did you mean 'api'?"),
      Row("web: { owners: [gina] }", "'gina' is in another tenant than 'web'; take a user of the same tenant"),
      Row("mine: { as: mobil }", "unknown app 'mobil'; did you mean 'mobile'?"),
      Row("mine: { as: graph }", "'graph' is an app of Microsoft's own; take one of a tenant's"),
      Row("mine: { as: mobile, type: web }", "'mobile' is of the type 'native'; leave 'type' out"),
      Row("web: { as: mobile }", "'web' is there already and keeps its 'as'; add an app of another name"),
      Row(
        "daemon: { federatedCredentials: [{ issuer: 'https://ci.test', subject: a, audiences: [a, b] }] }",
        "a federated credential has one audience; write one"),
    ])
  func isTold(_ row: Row) throws {
    let message = try #require(ScenarioMistakeTests.message(of: "scenario: x\nworld: { apps: { \(row.app) } }"))
    let parts = message.split(separator: ":", maxSplits: 3).map(String.init)
    #expect(message.contains(row.message), "\(message)")
    #expect(!message.contains("\n"))
    #expect(parts.count > 2 && parts.contains("2"), "\(message)")
  }
}
