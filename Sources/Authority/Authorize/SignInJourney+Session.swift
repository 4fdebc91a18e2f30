import Bytes
import Crypto
import Directory
import Policy
import Time
import Worlds

/// The sessions of this browser.
extension SignInJourney {
  /// Goes on after a page. An account that came from a session keeps that session, unless it has proved more on the
  /// page than the session knows.
  func proceedAfterPage() throws -> NextStep {
    guard flow.usesSession, let handle = cookies.sessionHandle, let id = flow.account else { return .proceed(nil) }
    let session = try world.store.sessions(ofBrowser: handle).first { $0.user == id }
    return .proceed(session.flatMap { flow.isKnown(to: $0) ? $0 : nil })
  }

  /// The signed-in user as the tenant has the user.
  ///
  /// - Throws: AADSTS50089 without one, which happens only to an old form.
  func signedInUser() throws(Refusal) -> (user: User, tenant: Tenant) {
    guard let account, let tenant, let user = directory.user(forAccount: account, in: tenant.id) else {
      throw Refusal(.flowTokenExpired)
    }
    return (user, tenant)
  }

  /// Keeps a session for an account that has proved itself on the pages, or has proved more than its session knew.
  /// Whatever follows for the app, the account is signed in to this browser.
  mutating func keepSession(beforeSecondFactor: Bool = false) throws {
    guard let account else { return }
    if flow.usesSession, let known = cookies.sessionHandle,
      try world.store.sessions(ofBrowser: known)
        .contains(where: { $0.user == account.id && flow.isKnown(to: $0) })
    {
      return
    }
    _ = try keep(nil, account, beforeSecondFactor: beforeSecondFactor)
  }

  /// Keeps a session for an account that still has to prove or to register a second factor: the password alone signs it in to this browser.
  /// The second cookie comes too, which the browser drops when it closes as long as nobody said yes to "Stay signed in?" (observed in 2026).
  mutating func keepSessionBeforeSecondFactor() throws {
    try keepSession(beforeSecondFactor: true)
  }

  /// Notes that the user has proved a second factor. One that the client asked for anew is named too (observed: `["pwd","ngcmfa","mfa"]`).
  mutating func proveSecondFactor() {
    flow.methods.removeAll { $0 == "mfa" || $0 == ClaimsRequest.newFactor }
    if request.claims.wantsNewFactor { flow.methods.append(ClaimsRequest.newFactor) }
    flow.methods.append("mfa")
  }

  /// "Don't show this again": the server does not ask this browser "Stay signed in?" any more.
  mutating func rememberStaySignedIn() {
    setCookies.append(
      BrowserCookies.cookie(
        BrowserCookies.staySignedIn, flow.staysSignedIn == true ? "yes" : "no", at: call.origin,
        expires: call.now + world.settings.lifetimes.persistentSession))
  }

  /// The apps that this browser has entered, which nobody but the service reads (observed in 2023).
  mutating func noteAppInBrowser() {
    let value = "CAgABAAEA" + Base64.encodeURL(world.entropy.bytes(48))
    setCookies.append(BrowserCookies.cookie(BrowserCookies.apps, value, at: call.origin))
  }

  /// Keeps the session that the sign-in used, or makes one for this browser and sets its cookies.
  mutating func keep(_ session: AccountSession?, _ account: User, beforeSecondFactor: Bool = false) throws
    -> AccountSession
  {
    let known = cookies.sessionHandle
    if let known, let session {
      try world.store.touch(session: session, ofBrowser: known, at: call.now)
      return session
    }
    let handle = known ?? world.entropy.token(32)
    // An account that signs in again in this browser renews its session, which keeps its id.
    let old = try world.store.sessions(ofBrowser: handle).first { $0.user == account.id }
    let new = AccountSession(
      id: old?.id ?? OpaqueValues.session(world.entropy.bytes(16), in: account.tenant), user: account.id,
      authenticatedAt: flow.authenticatedAt ?? call.now,
      methods: flow.methods, customer: flow.customer, isPersistent: flow.staysSignedIn ?? old?.isPersistent ?? false,
      lastUsedAt: call.now)
    try world.store.save(new, ofBrowser: handle)
    setCookies.append(BrowserCookies.cookie(BrowserCookies.session, handle, at: call.origin))
    setCookies.append(BrowserCookies.cookie(BrowserCookies.light, "+\(new.id)", at: call.origin))
    if new.isPersistent {
      setCookies.append(
        BrowserCookies.cookie(
          BrowserCookies.persistent, handle, at: call.origin,
          expires: call.now + world.settings.lifetimes.persistentSession))
    } else if beforeSecondFactor {
      setCookies.append(BrowserCookies.cookie(BrowserCookies.persistent, handle, at: call.origin))
    }
    return new
  }
}
