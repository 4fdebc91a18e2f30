import Bytes
import Directory
import JSON
import Time

/// The optional claims of tokens for users (Microsoft: "Optional claims reference").
extension TokenSubject {
  /// Adds the claims that a registration lists. A claim without a value is absent.
  func add(_ listed: [OptionalClaim], _ kind: TokenKind, to claims: inout JSONObject) {
    for claim in listed {
      if claim.name == "aud" {
        // Tokens of version 2, and id_tokens, name the app by its client id in any case.
        if kind == .accessToken, claim.has(OptionalClaim.usesGUID), claims["aud"] != nil {
          claims["aud"] = "\(resource.id)"
        }
      } else if claim.name == "xms_edov" {
        // The service states it beside the address only, which may stand later in the list.
        continue
      } else if let name = claim.emittedName {
        claims.place(name, user.value(ofExtension: claim.name))
      } else {
        claims.place(claim.name, value(of: claim, kind))
      }
    }
    if listed.named("xms_edov") != nil, let mail = claims["email"]?.string {
      claims.place("xms_edov", .bool(isVerified(mail)))
    }
  }

  /// The value of a predefined claim. Nil for a claim that this server does not know, and when the user has no value for it: passwords here
  /// never end by themselves (`pwd_exp`, `pwd_url`), no client comes from a virtual network (`fwd`, `vnet`), and no device was
  /// enrolled by Autopilot (`ztdid`).
  private func value(of claim: OptionalClaim, _ kind: TokenKind) -> JSONValue? {
    let showsProfile = openID.contains(.profile)
    let text: String?
    switch claim.name {
    case "acct": return .integer(user.isGuest ? 1 : 0)
    case "auth_time": return authenticationTime
    case "idtyp":
      return kind == .accessToken && claim.has(OptionalClaim.includesUserTokens) ? "user" : nil
    case "verified_primary_email": return user.isGuest ? nil : user.mail.map { [.string($0)] }
    case "verified_secondary_email": return verifiedSecondaryMails
    case "xms_cc": return capabilities.isEmpty ? nil : .strings(capabilities)
    case "xms_tcdt": return .integer(tenant.createdAt.seconds)
    case "ctry": text = user.properties.text("country").flatMap(Self.countryCode)
    case "email": text = statedMail(kind)
    case "family_name": text = showsProfile ? user.surname : nil
    case "given_name": text = showsProfile ? user.givenName : nil
    case "in_corp": text = user.isAwayFromTrustedLocations == true ? nil : "true"
    case "ipaddr": text = clientAddress
    case "login_hint": text = SignInAttempt.opaqueHint(for: user)
    case "onprem_sid": text = user.properties.text("onPremisesSecurityIdentifier")
    case "preferred_username": text = isOfVersion1(kind) ? IDTokenClaims.preferredUserName(of: user) : nil
    case "sid": text = signIn.session.map { "\($0)" }
    case "tenant_ctry": text = tenant.countryLetterCode
    case "tenant_region_scope": text = tenant.region
    case "upn": text = showsProfile ? signInName(claim) : nil
    case "xms_pdl": text = user.properties.text("preferredDataLocation")
    case "xms_pl": text = account.preferredLanguage.map(ASCII.lowercased)
    case "xms_tpl": text = tenant.language
    default: text = nil
    }
    return text.map { .string($0) }
  }

  private func isOfVersion1(_ kind: TokenKind) -> Bool {
    kind == .idToken ? isLegacyRequest : resource.accessTokenVersion < 2
  }

  /// `upn`: that of a guest only with one of the additional properties.
  private func signInName(_ claim: OptionalClaim) -> String? {
    guard user.isGuest else { return user.userPrincipalName }
    if claim.has(OptionalClaim.includesGuestNameWithoutHash) {
      return String(user.userPrincipalName.map { $0 == "#" ? "_" : $0 })
    }
    return claim.has(OptionalClaim.includesGuestName) ? user.userPrincipalName : nil
  }

  /// Other addresses of a member whose domains the tenant has verified.
  private var verifiedSecondaryMails: JSONValue? {
    guard !user.isGuest else { return nil }
    let mails = (user.properties["otherMails"]?.strings ?? []).filter(isVerified)
    return mails.isEmpty ? nil : .strings(mails)
  }

  /// The address that a token may state as `email`. Nil without one, and for an app that does not want an address whose domain nobody has
  /// verified.
  func statedMail(_ kind: TokenKind) -> String? {
    user.mail.flatMap { mail in
      (kind == .idToken ? client : resource).removesUnverifiedEmail && !isVerified(mail) ? nil : mail
    }
  }

  /// Whether the tenant of the account has verified the domain of the address. Microsoft verifies those of personal accounts.
  private func isVerified(_ mail: String) -> Bool {
    guard account.tenant != WellKnown.personalTenant, let at = mail.utf8.lastIndex(of: 0x40) else { return true }
    let domain = mail[mail.utf8.index(after: at)...]
    return accountDomains.contains { ASCII.equalIgnoringCase($0, domain) }
  }

  /// The country of a user, when it is a code of two letters.
  private static func countryCode(_ text: String) -> String? {
    text.utf8.count == 2 && text.utf8.allSatisfy(ASCII.isLetter) ? text : nil
  }
}

extension OptionalClaim {
  fileprivate func has(_ property: String) -> Bool { additionalProperties.contains(property) }

  /// The claim of an extension in a token: `extn.NAME`. Nil for a predefined claim.
  fileprivate var emittedName: String? {
    if PropertyKind.extensionAttributes.contains(name) { return "extn." + name }
    guard PlainProperties.application(ofExtension: name) != nil else { return nil }
    return "extn." + name.split(separator: "_", maxSplits: 2).dropFirst(2).joined()
  }
}

extension User {
  /// The value of a directory extension, or of an extension attribute.
  fileprivate func value(ofExtension name: String) -> JSONValue? {
    properties[name] ?? properties["onPremisesExtensionAttributes"]?[name]
  }
}
