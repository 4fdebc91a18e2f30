package import Bytes
import Directory
import HTTPWire

/// A browser without a screen: it keeps cookies, reads the form of the page it shows and posts it.
package final class TestBrowser {
  package let test: TestWorld
  package let isSecure: Bool
  /// By name.
  package private(set) var cookies: [String: String] = [:]
  package private(set) var shown: TestAnswer?
  /// What the browser says of itself; nil: nothing, as scripts do.
  package var userAgent: String?

  package init(_ test: TestWorld, isSecure: Bool = true) {
    self.test = test
    self.isSecure = isSecure
  }

  package func forgetCookies() { cookies = [:] }

  package func setCookie(_ name: String, _ value: String) { cookies[name] = value }

  @discardableResult
  package func open(_ target: String) throws -> TestAnswer {
    keep(try test.send("GET", target, fields: cookieFields, isSecure: isSecure))
  }

  @discardableResult
  package func open(_ request: AuthorizeQuery) throws -> TestAnswer { try open(request.target) }

  /// Posts the form that is shown, with these fields filled in. `pressing` is the value or the name of the button.
  @discardableResult
  package func submit(_ filled: [(String, String)] = [], pressing action: String? = nil) throws -> TestAnswer {
    guard let shown, let form = HTMLForm(in: shown.text) else { throw TestFault("no form is shown") }
    var fields = FormFields(form.fields)
    for (name, value) in filled { fields.set(name, value) }
    if let action {
      guard let button = form.buttons.first(where: { $0.value == action || $0.name == action }) else {
        throw TestFault("no button \(action) among \(form.buttons)")
      }
      fields.set(button.name ?? "action", action)
    }
    return try post(form.action, fields)
  }

  @discardableResult
  package func post(_ target: String, _ fields: FormFields) throws -> TestAnswer {
    keep(try test.post(target, fields, fields: cookieFields, isSecure: isSecure))
  }

  /// Fills name and password in on whichever of the two pages is shown.
  @discardableResult
  package func enter(_ user: String, password: String = SeededDirectory.password) throws -> TestAnswer {
    try submit([("loginfmt", try test.signInName(of: user)), ("passwd", password)])
  }

  /// Presses the tile of that account in the picker.
  @discardableResult
  package func pick(_ user: String) throws -> TestAnswer {
    let name = try test.signInName(of: user)
    guard let tile = shown?.form?.buttons.first(where: { $0.account == name }), let key = tile.value else {
      throw TestFault("no tile for \(name)")
    }
    return try submit([(tile.name ?? "", key)])
  }

  /// Signs the user in with `prompt=login`, beside the accounts that are signed in already.
  package func signIn(_ user: String, to client: TestClient = .mobile, tenant: String = "common") throws {
    try open(AuthorizeQuery(client, scope: "openid profile", tenant: tenant, [("prompt", "login")]))
    var answer = try enter(user)
    if answer.pageID == "ConvergedConsent" { answer = try submit() }
    guard answer.delivered?["code"] != nil else { throw TestFault("no code for \(user): \(answer.heading ?? "")") }
  }

  private var cookieFields: [(String, String)] {
    let agent = userAgent.map { [("User-Agent", $0)] } ?? []
    guard !cookies.isEmpty else { return agent }
    let pairs = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return agent + [("Cookie", pairs.joined(separator: "; "))]
  }

  private func keep(_ answer: TestAnswer) -> TestAnswer {
    for cookie in answer.fields.all("Set-Cookie") {
      let pair = cookie.prefix { $0 != ";" }
      guard let equals = pair.utf8.firstIndex(of: 0x3D) else { continue }
      let value = String(pair[pair.utf8.index(after: equals)...])
      cookies[String(pair[..<equals])] = value.isEmpty ? nil : value
    }
    shown = answer
    return answer
  }
}
