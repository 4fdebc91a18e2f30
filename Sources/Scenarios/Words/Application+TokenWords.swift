import Directory
import JSON

extension Application {
  static let tokenWords: [Word<Application>] = [
    .member(groupClaimsRow, \.groupMembershipClaims, .optional(.groupMemberships), show: .never),
    .member(
      "optionalClaims", \.optionalClaims, .optional(.optionalClaims), "Claims that tokens carry beside the usual ones.",
      show: .never),
    .member(versionRow, \.accessTokenVersion, .accessTokenVersion, unless: 2),
    .member(
      "tokenLifetimes", \.tokenLifetimes, .optional(.tokenLifetimes),
      "Lifetimes of tokens for the app, in the place of the world's."),
  ]

  /// How the app signs in by SAML 2.0.
  static let samlWords: [Word<Application>] = [
    .action(
      "saml", .saml,
      "[Sign-in by SAML 2.0](saml.md): the `NameID`, what is signed, and the certificates, in the place of those that it has. `{}` is one certificate of three years.",
      difference: { now, base, comparison in
        let value = SAMLSetting(of: now, in: comparison.now.directory).flatMap {
          WordType<SAMLSetting>.saml.write($0, comparison.now)
        }
        let before = SAMLSetting(of: base, in: comparison.before.directory).flatMap {
          WordType<SAMLSetting>.saml.write($0, comparison.before)
        }
        return said(value ?? .null, unless: value == before)
      },
      show: (SAMLSetting.shownShape, false, { app, names in SAMLSetting.shown(app, names) }),
      { setting, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          try editor.setSAML(
            setting.settings, certificates: setting.certificates, relayState: setting.relayState, of: id)
        }
      })
  ]

  /// What an administrator says of the claims of tokens for the app.
  static let claimsWords: [Word<Application>] = [
    .member(
      "signingKey", \.signingKey, .optional(.signingKey),
      "[A key of the app's own](claims.md#a-signing-key-of-its-own), which signs the tokens for it. `true`: a published one.",
      show: .never),
    .member(
      "authenticationBehaviors", \.removesUnverifiedEmailClaim, .removesUnverifiedEmail,
      "`removeUnverifiedEmailClaim`: whether tokens leave out an [`email` whose domain nobody has verified](claims.md#unverified-addresses).",
      new: "`true` for apps of several tenants", show: .never),
    .member(
      "claimsMappingPolicy", \.claimsMapping, .optional(.claimsMapping),
      "[Claims that an administrator maps](claims.md#claims-mapping) into tokens for the app.", show: .never),
    .member(
      "onTokenIssuanceStart", \.claimsProvider, .optional(.claimsProvider),
      "The [custom claims provider](claims.md#custom-claims-provider): the API that is asked for claims before a token for the app is issued.",
      show: .never),
    .member(
      "claims", \.statedClaims, .optional(.statedClaims),
      "[Claims of every token](claims.md#claims-of-your-own) for the app, as a last resort: whatever the service would say. `null` takes one away.",
      show: .never),
  ]
}
