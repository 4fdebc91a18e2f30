package import Bytes
import Crypto
import Directory
import HTTPWire
import Policy
import Time
package import Worlds

/// A sign-in that the store has kept, found by the form of the page that was shown last.
package struct StoredSignIn {
  package let handle: String
  package let document: String

  /// - Throws: AADSTS165000 for a form of this browser with the canary of another one (observed: davmail 323); AADSTS50089
  ///   for a form of another browser, for one that is too old, and for a sign-in that has ended already.
  package init(of form: FormFields, _ call: Call, browser name: String = BrowserCookies.browser) throws {
    guard let handle = form.nonEmpty("ctx") ?? form.nonEmpty("request"),
      let browser = BrowserCookies(call.request).value(name),
      let canary = form["canary"],
      let stored = try call.world.store.flow(handle: handle, browser: browser),
      call.now - stored.startedAt <= call.world.settings.lifetimes.signInFlow
    else { throw Refusal(.flowTokenExpired) }
    guard ConstantTime.equal(Array(canary.utf8), Array(SignInJourney.canary(flow: handle, browser: browser).utf8))
    else { throw Refusal(.tokensOfAnotherSession, [.reason: "Token values do not match"]) }
    self.handle = handle
    document = stored.document
  }

  /// The same for JSON that a page sends: no other site can make a browser send it.
  init(ofService handle: String, _ call: Call) throws {
    guard let browser = BrowserCookies(call.request).browserHandle,
      let stored = try call.world.store.flow(handle: handle, browser: browser),
      call.now - stored.startedAt <= call.world.settings.lifetimes.signInFlow
    else { throw Refusal(.flowTokenExpired) }
    self.handle = handle
    document = stored.document
  }
}
