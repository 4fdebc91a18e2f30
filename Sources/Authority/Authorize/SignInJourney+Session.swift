import Crypto
import Directory
import Policy
import Scenarios
import Time

/// The sessions of this browser.
extension SignInJourney {
  /// Goes on after a page. An account that came from a session keeps that session, unless it has proved more on the page.
  func proceedAfterPage() throws -> NextStep {
    guard flow.usesSession, let handle = cookies.sessionHandle, let id = flow.account else { return .proceed(nil) }
    let session = try world.store.sessions(ofBrowser: handle).first { $0.user == id }
    return .proceed(session.flatMap { $0.methods == flow.methods ? $0 : nil })
  }

  /// The user of the tenant who has signed in. A sign-in without one can only be old.
  func signedInUser() throws(Refusal) -> (user: User, tenant: Tenant) {
    guard let account, let tenant, let user = directory.user(forAccount: account, in: tenant.id) else {
      throw Refusal(.flowTokenExpired)
    }
    return (user, tenant)
  }

  /// An account that proved itself on the pages, or more than its session knew, is signed in to this browser with that,
  /// whatever is answered about the app.
  mutating func keepSession() throws {
    guard let account else { return }
    if flow.usesSession, let known = cookies.sessionHandle,
      try world.store.sessions(ofBrowser: known)
        .contains(where: { $0.user == account.id && $0.methods == flow.methods })
    {
      return
    }
    _ = try keep(nil, account)
  }

  /// "Don't show this again": the answer to "Stay signed in?" holds for this browser from now on.
  mutating func rememberStaySignedIn() {
    setCookies.append(
      BrowserCookies.cookie(
        BrowserCookies.staySignedIn, flow.staysSignedIn == true ? "yes" : "no", isSecure: call.origin.isSecure,
        expires: call.now + world.settings.lifetimes.persistentSession))
  }

  /// The session that goes on: the one used, or a new one for this browser.
  mutating func keep(_ session: AccountSession?, _ account: User) throws -> AccountSession {
    let known = cookies.sessionHandle
    if let known, let session {
      try world.store.touch(session: session, ofBrowser: known, at: call.now)
      return session
    }
    let handle = known ?? world.entropy.token(32)
    // Signing in again to an account of this browser renews its session and keeps its id.
    let old = try world.store.sessions(ofBrowser: handle).first { $0.user == account.id }
    let new = AccountSession(
      id: old?.id ?? world.entropy.guid(), user: account.id, authenticatedAt: flow.authenticatedAt ?? call.now,
      methods: flow.methods, isPersistent: flow.staysSignedIn ?? old?.isPersistent ?? false,
      lastUsedAt: call.now)
    try world.store.save(new, ofBrowser: handle)
    setCookies.append(BrowserCookies.cookie(BrowserCookies.session, handle, isSecure: call.origin.isSecure))
    if new.isPersistent {
      setCookies.append(
        BrowserCookies.cookie(
          BrowserCookies.persistent, handle, isSecure: call.origin.isSecure,
          expires: call.now + world.settings.lifetimes.persistentSession))
    }
    return new
  }
}
