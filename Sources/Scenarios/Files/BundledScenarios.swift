// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

/// The scenario library as it is compiled in.
enum BundledScenarios {
  static let all: [(name: String, text: String)] = [
    ("admin-consent-required", adminConsentRequired),
    ("app-disabled", appDisabled),
    ("app-not-assigned", appNotAssigned),
    ("client-secret-expired", clientSecretExpired),
    ("conditional-access-block", conditionalAccessBlock),
    ("consent-required", consentRequired),
    ("consent-withdrawn", consentWithdrawn),
    ("device-code-expired", deviceCodeExpired),
    ("device-not-compliant", deviceNotCompliant),
    ("expired-refresh", expiredRefresh),
    ("flaky", flaky),
    ("happy-path", happyPath),
    ("html-error", htmlError),
    ("mfa-registration", mfaRegistration),
    ("mfa-required", mfaRequired),
    ("mfa-step-up", mfaStepUp),
    ("outage", outage),
    ("password-changed", passwordChanged),
    ("password-expired", passwordExpired),
    ("session-revoked", sessionRevoked),
    ("sign-in-frequency", signInFrequency),
    ("slow", slow),
    ("spa-refresh-expired", spaRefreshExpired),
    ("throttled", throttled),
    ("user-deleted", userDeleted),
    ("user-disabled", userDisabled),
    ("user-locked", userLocked),
  ]

  private static let adminConsentRequired = #"""
    scenario: admin-consent-required
    summary: Only administrators may consent. Users who sign in to an app without consent are sent away.
    docs: |
      Contoso does not let users consent to apps, and nobody has consented to these. A user who signs in meets the page
      that asks for an administrator. That page ends in access_denied for the app, or with prompt=none in
      consent_required. The user admin may consent, for everybody or for oneself.

      Users may ask for approval on that page: the admin consent workflow is on.

    world:
      tenants:
        contoso: { userConsent: none, adminConsentWorkflow: true }
      apps:
        mobile: { consent: none }
        spa: { consent: none }
        web: { consent: none }

    signIn: pages

    expect:
      - { event: page.shown }

    """#

  private static let appDisabled = #"""
    scenario: app-disabled
    summary: An administrator switches the app off. Every request of it fails with AADSTS7000112.
    docs: |
      The app itself is switched off in the tenant. Renewal is refused with unauthorized_client and AADSTS7000112, and its
      sign-ins end at an error page. No user can mend that, so an app must say so instead of asking to sign in.

      Run the app and sign in. Right after the first tokens the app is off.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: disableApp

    expect:
      - { event: token.refused, code: AADSTS7000112 }

    """#

  private static let appNotAssigned = #"""
    scenario: app-not-assigned
    summary: The apps want users to be assigned, and only bob is. Everybody else is refused with AADSTS50105.
    docs: |
      "Assignment required?" is answered with yes for the apps, and only bob has been given them. Alice, who signs in
      rightly, ends at an error page with AADSTS50105; with prompt=none the app gets the refusal. Signing in
      again does not help: somebody has to assign her.

    world:
      apps:
        mobile: { assignmentRequired: true, assignedUsers: [bob] }
        spa: { assignmentRequired: true, assignedUsers: [bob] }
        web: { assignmentRequired: true, assignedUsers: [bob] }

    signIn: pages

    expect:
      - { event: authorize.refused, code: AADSTS50105 }

    """#

  private static let clientSecretExpired = #"""
    scenario: client-secret-expired
    summary: The secret of a web app or daemon ends after its first tokens. Every token request fails with AADSTS7000222.
    docs: |
      A client secret has an end, and one day it comes. From then on every request that proves itself by it is refused
      with invalid_client and AADSTS7000222, with status 401. A user can do nothing about that: somebody has to make a new
      secret.

      Run a web app or a daemon. Its first tokens are issued; then the secret ends.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # The app that has just received tokens is meant. One without secrets, such as a mobile app, does not notice.
      - when: { event: token.issued, client: web, occurrence: 1 }
        then: expireSecrets
      - when: { event: token.issued, client: daemon, occurrence: 1 }
        then: expireSecrets

    expect:
      - { event: token.refused, code: AADSTS7000222 }

    """#

  private static let conditionalAccessBlock = #"""
    scenario: conditional-access-block
    summary: A Conditional Access policy blocks everybody. Silent renewal fails with AADSTS53003, and signing in ends at a page.
    docs: |
      A policy that blocks comes into force: refresh tokens are refused with invalid_grant, AADSTS53003, the suberror
      message_only and a claims challenge. Signing in again ends at a page that says so. An app must show what the service
      says, and stop trying.

      Run the app and sign in. The first tokens work until they expire; the next silent call is refused.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named in the policy either: it is for all users and all resources.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: { addPolicy: { name: block everybody, require: block } }

    expect:
      - { event: token.refused, code: AADSTS53003 }

    """#

  private static let consentRequired = #"""
    scenario: consent-required
    summary: Nobody has consented to the apps yet. The first sign-in shows the consent page.
    docs: |
      No app has been granted anything. Signing in shows the page that lists the permissions; with prompt=none the app
      gets consent_required instead. What the user accepts is kept, so the next sign-in shows no such page.

      Leave the page by its Cancel button to see what an app makes of access_denied.

    world:
      apps:
        mobile: { consent: none }
        spa: { consent: none }
        web: { consent: none }

    signIn: pages

    expect:
      - { event: page.shown }
      - { event: token.issued }

    """#

  private static let consentWithdrawn = #"""
    scenario: consent-withdrawn
    summary: What the app was granted is taken away. Silent renewal fails with AADSTS65001 until somebody consents again.
    docs: |
      When consent is withdrawn, access tokens live on until they expire, and the next renewal is refused with
      invalid_grant, AADSTS65001 and the suberror consent_required.

      Run the app and sign in. Right after the first tokens all that was granted to the app is gone, and the next silent
      call is refused. Sign in again: the page asks for consent, and everything works from then on.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: withdrawConsent

    expect:
      - { event: token.refused, code: AADSTS65001 }

    """#

  private static let deviceCodeExpired = #"""
    scenario: device-code-expired
    summary: Nobody enters the device's code in time. Polling ends with AADSTS70020.
    docs: |
      A device shows its code, and nobody comes. When the time is over polling is refused with expired_token and
      AADSTS70020. The device has to ask for a new code.

      Run an app with the device code flow. Its codes are too old as soon as they are given out, so nobody has to wait for
      a quarter of an hour.

    signIn: pages

    rules:
      - when: { event: deviceCode.issued }
        then: { expire: deviceCodes }

    expect:
      - { event: token.refused, code: AADSTS70020 }

    """#

  private static let deviceNotCompliant = #"""
    scenario: device-not-compliant
    summary: A policy admits compliant devices only, and this is none. Silent renewal fails with AADSTS53000.
    docs: |
      A Conditional Access policy comes into force that admits compliant devices only. No device is one here, so refresh
      tokens are refused with invalid_grant, AADSTS53000, the suberror message_only and a claims challenge, and signing in
      again ends at a page that says so.

      Run the app and sign in. The first tokens work until they expire; the next silent call is refused.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # The policy is for all users and all resources.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: { addPolicy: { name: compliant devices only, require: compliantDevice } }

    expect:
      - { event: token.refused, code: AADSTS53000 }

    """#

  private static let expiredRefresh = #"""
    scenario: expired-refresh
    summary: The refresh token is too old. Silent renewal fails with AADSTS700082 and the app must sign the user in again.
    docs: |
      A refresh token that lay unused for 90 days is refused with invalid_grant and AADSTS700082. An app has to notice that
      its silent call failed because the user is needed, and open the sign-in page.

      Run the app and sign in. The tokens of that first sign-in work, but the refresh token among them is 91 days old
      already, and so is the browser's session. Access tokens live for one minute, which is less than MSAL wants to have
      left, so the very next silent call tries to renew and is refused. Sign in again: everything works from then on.

      Time itself does not move, so tokens look right to clients that check them by their own clock.

    world:
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named, so both actions mean the user who has just signed in. The session ages too, or else the browser
      # would sign the user in again without a page.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then:
          - { expire: refreshTokens }
          - { expire: sessions }

    expect:
      - { event: token.refused, code: AADSTS700082, count: 1 }
      - { event: signIn, count: 2 }

    """#

  private static let flaky = #"""
    scenario: flaky
    summary: The first renewal meets 503, the next is served. An app that tries again does not notice.
    docs: |
      One renewal is answered with 503 and nothing else is wrong. Whoever tries again once is served; some MSALs do so by
      themselves. An app that signs the user out at the first failure shows here.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Counted over all apps and users of the world.
      - when: { endpoint: token, grant: refresh_token, occurrence: 1 }
        then:
          respond: { status: 503, body: Service unavailable }

    expect:
      - { event: token.issued, grant: refresh_token }

    """#

  private static let happyPath = #"""
    scenario: happy-path
    summary: Everything works. The seeded users sign in, apps get their tokens, Graph answers.
    docs: |
      The world as it is seeded and nothing in the way: no rule, the machine's own time, pages that a person or a browser
      fills in. Start here, see the app work once, then change one thing at a time with another scenario.

      Users are alice, bob, admin, gina, guest and personal; apps are mobile, spa, web, daemon and api. The server prints
      their names, ids and passwords when it starts.

    # A person or a browser answers the pages. With "auto" they are answered for the hinted user, or for the first one.
    signIn: pages

    expect:
      - { event: token.issued }
      - { event: token.refused, count: 0 }

    """#

  private static let htmlError = #"""
    scenario: html-error
    summary: Something on the way answers renewals in place of the service, with HTML and status 200.
    docs: |
      A network that wants its own sign-in first, or a proxy with news, answers every renewal with a page of HTML and
      status 200. A client that reads it as JSON fails in its parser. An app must treat that like no network at all: keep
      the account, and try later.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Codes are redeemed, so that there is a signed-in app to meet it.
      - when: { endpoint: token, grant: refresh_token }
        then:
          respond: { status: 200, html: "<html><body><h1>Welcome to the guest network</h1></body></html>" }

    expect:
      - { endpoint: token, grant: refresh_token }
      - { event: token.issued, grant: refresh_token, count: 0 }

    """#

  private static let mfaRegistration = #"""
    scenario: mfa-registration
    summary: Multi-factor authentication is switched on for a user who has no method. Silent renewal fails with AADSTS50079.
    docs: |
      A user of whom a second factor is demanded and who has none yet is refused with invalid_grant, AADSTS50079 and the
      suberror basic_action.

      Run the app and sign in. The next silent call is refused. Sign in again: the page leads through registering a
      method; the code is always 123456.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: { requireMfa: , registered: false }

    expect:
      - { event: token.refused, code: AADSTS50079 }

    """#

  private static let mfaRequired = #"""
    scenario: mfa-required
    summary: Multi-factor authentication is switched on for the user. Silent renewal fails with AADSTS50076 until a code is entered.
    docs: |
      When an administrator demands a second factor, refresh tokens of sign-ins that had none are refused with
      invalid_grant, AADSTS50076 and the suberror basic_action.

      Run the app and sign in. Right after the first tokens the demand is there, and the next silent call is refused. Sign
      in again: the page asks for a one-time code, which is always 123456.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: requireMfa

    expect:
      - { event: token.refused, code: AADSTS50076 }

    """#

  private static let mfaStepUp = #"""
    scenario: mfa-step-up
    summary: One API wants multi-factor authentication. Graph answers, and tokens for the API fail with AADSTS50076 and a claims challenge.
    docs: |
      A Conditional Access policy demands a second factor for the API of Contoso and for nothing else. After a sign-in
      with a password, tokens for Microsoft Graph are issued. Renewal for api://contoso is refused with invalid_grant,
      AADSTS50076, the suberror basic_action and claims. An app has to pass those claims on to an interactive request,
      where the user enters a one-time code, which is always 123456.

    world:
      policies:
        - { name: second factor for the API, resources: [api], require: mfa }

    signIn: pages

    expect:
      - { event: token.refused, code: AADSTS50076, resource: api }
      - { event: token.issued, resource: api }

    """#

  private static let outage = #"""
    scenario: outage
    summary: The token endpoint is down for renewals. Every silent call meets 503.
    docs: |
      Sign-ins work, and every renewal is answered with 503 and a page of HTML, as a service in trouble does. There is no
      OAuth error in it. An app must not sign the user out: the refresh token is as good as before, and the outage passes.

      To end it while the server runs, start it again with happy-path.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Codes are redeemed, so that there is a signed-in app that the outage can meet.
      - when: { endpoint: token, grant: refresh_token }
        then:
          respond: { status: 503, html: "<html><body><h1>Service unavailable</h1></body></html>" }

    expect:
      - { endpoint: token, grant: refresh_token }
      - { event: token.issued, grant: refresh_token, count: 0 }

    """#

  private static let passwordChanged = #"""
    scenario: password-changed
    summary: The user changed the password elsewhere. Silent renewal fails with AADSTS50173 until the user signs in again.
    docs: |
      When a user changes the password, refresh tokens of mobile, desktop and single-page apps that began with the old
      password are refused with invalid_grant, AADSTS50173 and the suberror bad_token. Browser sessions that began with it
      end as well. Web apps that authenticate themselves with a secret keep their refresh tokens; for those see
      session-revoked.

      Run a native or single-page app and sign in. Right after the first tokens the password counts as changed, and the next
      silent call is refused. The password itself stays what it was, so that a test can type the same one again.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Without "to" the password only counts as changed. Nobody is named: the user who has just signed in is meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: changePassword

    expect:
      - { event: token.refused, code: AADSTS50173, count: 1 }
      - { event: signIn, count: 2 }

    """#

  private static let passwordExpired = #"""
    scenario: password-expired
    summary: Alice's password has expired. The sign-in page asks for a new one; the password grant fails with AADSTS50055.
    docs: |
      The password of alice has expired. On the pages she enters the old one and is asked for a new one before anything
      else; an app notices nothing but the time it takes. The password grant has no page and is refused with
      invalid_grant, AADSTS50055 and the suberror user_password_expired.

    world:
      users:
        alice: { passwordExpired: true }

    signIn: pages

    expect:
      - { event: page.shown, user: alice }

    """#

  private static let sessionRevoked = #"""
    scenario: session-revoked
    summary: An administrator revoked the user's sessions. Every app's silent renewal fails with AADSTS50173.
    docs: |
      Revoking a user's sessions ends all that was handed out before: browser sessions and the refresh tokens of every app,
      those of web apps with a secret too. Renewal is refused with invalid_grant, AADSTS50173 and the suberror bad_token.
      Access tokens live on until they expire.

      Run any app that has users and sign in. Right after the first tokens the sessions are revoked, and the next silent
      call is refused. Sign in again: everything works from then on.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user who has just signed in is meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: revokeSessions

    expect:
      - { event: token.refused, code: AADSTS50173, count: 1 }
      - { event: signIn, count: 2 }

    """#

  private static let signInFrequency = #"""
    scenario: sign-in-frequency
    summary: A policy wants a sign-in every hour, and this one is two hours old. Silent renewal fails with AADSTS70043.
    docs: |
      A Conditional Access policy with a sign-in frequency of one hour. Refresh tokens whose sign-in is older are refused
      with invalid_grant, AADSTS70043 and the suberror token_expired. Some versions of MSAL take that for a plain error;
      an app has to sign the user in all the same.

      Run the app and sign in. The tokens of that first sign-in work, but the sign-in counts as two hours old, and the
      next silent call is refused. Sign in again: everything works from then on.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }
      policies:
        - { name: sign in every hour, signInFrequency: 1h }

    signIn: pages

    rules:
      # Nobody is named: the user who has just signed in is meant. The session ages too, or else the browser's would count.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then:
          - { age: refreshTokens, by: 2h }
          - { age: sessions, by: 2h }

    expect:
      - { event: token.refused, code: AADSTS70043 }

    """#

  private static let slow = #"""
    scenario: slow
    summary: Token answers take three seconds. Nothing fails, and nothing is fast.
    docs: |
      Every answer of the token endpoint is held back for three seconds and then is what it always was. See whether the
      app stays usable meanwhile, whether it asks twice, and whether its own time limits are wide enough.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Codes and refresh tokens alike.
      - when: { endpoint: token }
        then:
          delay: 3s

    expect:
      - { event: token.issued }
      - { event: token.refused, count: 0 }

    """#

  private static let spaRefreshExpired = #"""
    scenario: spa-refresh-expired
    summary: The single-page app's refresh token has reached its end. Silent renewal fails with AADSTS700084.
    docs: |
      Refresh tokens of single-page apps end 24 hours after the sign-in, however often they are renewed. Then they are
      refused with invalid_grant, AADSTS700084 and the suberror bad_token. MSAL for JavaScript goes on to try the
      authorize endpoint in a hidden frame; while the session in the browser is good, that works and no page is shown.

      Run a single-page app and sign in. The refresh token of that first sign-in has already reached its end, and the
      session has not.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Without the sessions: those are what a single-page app recovers by.
      - when: { event: token.issued, grant: authorization_code, client: spa, occurrence: 1 }
        then: { expire: refreshTokens }

    expect:
      - { event: token.refused, code: AADSTS700084 }
      - { event: signIn, count: 1 }

    """#

  private static let throttled = #"""
    scenario: throttled
    summary: The token endpoint asks for patience. The first two renewals meet 429 with Retry-After.
    docs: |
      The first two renewals are answered with 429 and Retry-After: 2, the third is served. MSAL keeps to the header by
      itself: until the time is over it answers the same call from memory, without a request.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Two, so that an app that tries again at once is told twice.
      - when: { endpoint: token, grant: refresh_token, occurrence: 1..2 }
        then:
          respond:
            status: 429
            retryAfter: 2s
            json: { error: temporarily_unavailable, error_description: "Too many requests." }

    expect:
      - { endpoint: token, grant: refresh_token }

    """#

  private static let userDeleted = #"""
    scenario: user-deleted
    summary: The user is deleted. Silent renewal fails with AADSTS50034, and no sign-in helps.
    docs: |
      The user is gone from the directory. Refresh tokens are refused with invalid_grant, AADSTS50034 and the suberror
      bad_token; the sign-in page does not know the name. An app must forget the account rather than ask again and again.

      Run the app and sign in. Right after the first tokens the user is deleted.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: delete

    expect:
      - { event: token.refused, code: AADSTS50034 }

    """#

  private static let userDisabled = #"""
    scenario: user-disabled
    summary: The account is switched off. Silent renewal fails with AADSTS50057, and no sign-in helps.
    docs: |
      An administrator has switched the account off. Refresh tokens are refused with invalid_grant and AADSTS50057, the
      sign-in page says that the account is locked out, and an app must end up signed out rather than in a loop.

      Run the app and sign in. Right after the first tokens the account is off.

    world:
      # Less than MSAL wants to have left, so that the next silent call renews.
      lifetimes: { accessToken: 1m }

    signIn: pages

    rules:
      # Nobody is named: the user and the app that have just signed in are meant.
      - when: { event: token.issued, grant: authorization_code, occurrence: 1 }
        then: disable

    expect:
      - { event: token.refused, code: AADSTS50057 }

    """#

  private static let userLocked = #"""
    scenario: user-locked
    summary: Alice's account is locked. The page refuses her right password, and the password grant fails with AADSTS50053.
    docs: |
      The account of alice is locked, as after too many wrong passwords. The sign-in page refuses the right password too,
      and the app hears nothing until she gives up. The other users sign in as ever.

      To let alice in, unlock her account: a rule action does it, { unlock: alice }.

    world:
      users:
        alice: { locked: true }

    signIn: pages

    expect:
      - { event: signIn.failed }
      - { event: signIn, user: alice, count: 0 }

    """#
}
