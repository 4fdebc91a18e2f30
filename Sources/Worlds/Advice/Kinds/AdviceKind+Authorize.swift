import Bytes
import Directory

extension AdviceKind {
  static let noPKCE: AdviceKind = .init(
    "no-pkce", "An authorization code without PKCE",
    why: """
      Whoever catches the code, another app with the same redirect scheme for instance, can redeem it. Single-page apps are \
      refused without PKCE; other apps are not, and stay open to it.
      """,
    remedy: "Send code_challenge with code_challenge_method=S256, and the code_verifier with the code."
  ) { evidence in
    evidence.byClient(
      evidence.authorizations, "sign-in",
      where: { $0.words("response_type").contains("code") && $0.sent("code_challenge") == nil },
      seen: { "\($0) asked for a code without code_challenge" })
  }

  static let plainPKCE: AdviceKind = .init(
    "plain-pkce", "PKCE with the plain method",
    why: """
      With code_challenge_method=plain, or none, the challenge is the verifier. Whoever sees the request to the authorize \
      endpoint can redeem the code, which is what PKCE is there to prevent.
      """,
    remedy: "Send code_challenge_method=S256 and the SHA-256 of the verifier (RFC 7636 §4.2)."
  ) { evidence in
    evidence.byClient(
      evidence.authorizations, "sign-in",
      where: {
        $0.sent("code_challenge") != nil
          && ASCII.equalIgnoringCase($0.sent("code_challenge_method") ?? "plain", "plain")
      },
      seen: { "\($0) sent the verifier itself as code_challenge" })
  }

  static let noState: AdviceKind = .init(
    "no-state", "A sign-in without state",
    why: """
      Nothing ties the answer to the browser that asked. A foreign page can have the app redeem a code of its own choice and \
      leave the user signed in to somebody else's account (RFC 6749 §10.12).
      """,
    remedy: "Send an unguessable state with every sign-in and compare it when the answer comes."
  ) { evidence in
    evidence.byClient(
      evidence.authorizations, "sign-in", where: { $0.sent("state") == nil }, seen: { "\($0) sent no state" })
  }

  static let noNonce: AdviceKind = .init(
    "no-nonce", "A sign-in with openid and without nonce",
    why: """
      An ID token of another sign-in can be put in the place of this one's. Whether an app compares the nonce cannot be \
      seen from here; that it sends none can.
      """,
    remedy: "Send an unguessable nonce with scope openid and compare it with the claim of the ID token."
  ) { evidence in
    evidence.byClient(
      evidence.authorizations, "sign-in",
      where: {
        $0.words("scope").contains("openid") && $0.sent("nonce") == nil && !$0.isLegacyEndpoint && !$0.isOfMSAL
      },
      seen: { "\($0) asked for an ID token without nonce" })
  }

  static let promptEveryTime: AdviceKind = .init(
    "prompt-every-time", "Every sign-in asks for the password or for consent",
    why: """
      With prompt=login the session of the browser counts for nothing, with prompt=consent the consent; users learn to type \
      passwords without thinking, and single sign-on is lost.
      """,
    remedy: "Leave prompt out; the service asks when it has to. For another account use prompt=select_account."
  ) { evidence in
    AdviceEvidence.grouped(evidence.authorizations) { $0.client?.alias }.compactMap { client, all in
      let asked = all.filter { $0.prompt != "none" }
      guard asked.count > 2, asked.allSatisfy({ ["login", "consent"].contains($0.prompt) }) else { return nil }
      return Finding(
        client: client, seen: "all \(asked.count) sign-ins have prompt=\(asked.first?.prompt ?? "login")",
        exchanges: asked)
    }
  }

  static let silentWithoutHint: AdviceKind = .init(
    "silent-without-hint", "prompt=none without saying whom",
    why: """
      As soon as the browser knows two accounts the service cannot choose, and the silent request fails though the user is \
      signed in.
      """,
    remedy: "Send login_hint, best the login_hint claim of the last ID token, or sid."
  ) { evidence in
    evidence.byClient(
      evidence.authorizations.filter { $0.prompt == "none" }, "silent request",
      where: { ($0.sent("login_hint") ?? $0.sent("sid") ?? $0.sent("id_token_hint")) == nil },
      seen: { "\($0) named no account" })
  }

  static let commonWithSingleTenant: AdviceKind = .init(
    "common-with-single-tenant", "The authority of every tenant for an app of one",
    why: "The app is registered for its own tenant only, so the service refuses it at common and organizations.",
    remedy: "Give the client the authority of its tenant, by id or domain; or register the app for several tenants."
  ) { evidence in
    evidence.byClient(
      evidence.authorizations + evidence.tokenRequests, "request",
      where: { exchange in
        let segment = exchange.path.split(separator: "/").first.map { ASCII.lowercased(String($0)) } ?? ""
        guard ["common", "organizations"].contains(segment), let client = exchange.client,
          let application = evidence.directory.application(named: "\(client.id)")
        else { return false }
        return !application.isFirstParty && application.audience == .singleTenant
      },
      seen: { "\($0) went to common or organizations" })
  }
}
