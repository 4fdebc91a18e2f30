import Bytes
import Directory
import HTTPWire
import JSON
import TestSupport

/// What one browser and its app go through, line by line, with everything that is random covered: the text of a golden file.
struct AuthorizeTranscript {
  let test: TestWorld
  let client: TestClient
  private let browser: TestBrowser
  private(set) var lines: [String] = []
  private(set) var code: String?
  private(set) var refreshToken: String?

  init(_ test: TestWorld, _ client: TestClient = .mobile) {
    self.test = test
    self.client = client
    browser = TestBrowser(test)
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Opens authorize; signs in and presses the main button of further pages until the browser is sent back or stuck.
  mutating func authorize(
    _ scope: String, as user: String = "alice", tenant: String = "common", _ changes: [(String, String?)] = []
  ) throws {
    lines.append("authorize \(scope)" + changes.map { " \($0.0)=\($0.1 ?? "")" }.joined())
    var answer = try browser.open(AuthorizeQuery(client, scope: scope, tenant: tenant, changes))
    if answer.heading == "Sign in", answer.pageCode == nil { answer = try browser.enter(user) }
    for _ in 0..<3 where answer.pageID == "ConvergedConsent" {
      lines.append("  page: \(Self.permissions(on: answer).joined(separator: " "))")
      answer = try browser.submit()
    }
    code = answer.delivered?["code"]
    if let location = answer.location {
      lines.append("  Location: \(Self.covered(location, answer))")
    } else {
      lines.append("  held at \(answer.pageID ?? "nothing") \(answer.pageCode.map { "AADSTS\($0)" } ?? "")")
    }
  }

  mutating func redeem(_ changes: [(String, String?)] = []) throws {
    let scope = changes.first { $0.0 == "scope" }?.1
    lines.append("redeem \(scope ?? "without scope")")
    report(try test.redeem(code ?? "", by: client, changes))
  }

  mutating func refresh(_ changes: [(String, String?)] = []) throws {
    let scope = changes.first { $0.0 == "scope" }?.1
    lines.append("refresh \(scope ?? "without scope")")
    report(try test.refresh(refreshToken ?? "", by: client, changes))
  }

  mutating func token(_ label: String, _ form: FormFields, tenant: String) throws {
    lines.append(label)
    report(try test.token(form, tenant: tenant))
  }

  private mutating func report(_ answer: TestAnswer) {
    guard answer.status == 200, let body = try? answer.json else {
      let suberror = (try? answer.json)?["suberror"]?.string.map { " \($0)" } ?? ""
      lines.append("  \(answer.status) \(answer.error ?? "") AADSTS\(answer.errorCode ?? 0)\(suberror)")
      return
    }
    refreshToken = body["refresh_token"]?.string ?? refreshToken
    lines.append("  scope: \(body["scope"]?.string ?? "absent")")
    let claims = try? body.claims("access_token")
    lines.append("  aud: \(claims?["aud"]?.string ?? "absent")")
    lines.append("  scp: \(claims?["scp"]?.string ?? "absent")")
    if let roles = claims?["roles"]?.array { lines.append("  roles: \(roles.compactMap(\.string))") }
  }

  /// The values that a consent page lists.
  static func permissions(on page: TestAnswer) -> [String] {
    page.text.split(separator: "<code>").dropFirst().map { String($0.prefix { $0 != "<" }) }
  }

  private static func covered(_ location: String, _ answer: TestAnswer) -> String {
    var text = location
    for name in ["code", "access_token", "id_token", "session_state"] {
      if let value = answer.delivered?[name] { text = text.replacing(value, with: "{\(name)}") }
    }
    for label in ["Trace+ID%3a+", "Correlation+ID%3a+"] {
      guard let mark = text.firstRange(of: label) else { continue }
      let end = text[mark.upperBound...].prefix { $0 != "%" }.endIndex
      text.replaceSubrange(mark.upperBound..<end, with: "{id}")
    }
    return text
  }
}

extension DirectoryState {
  /// Replaces the static list of an app and all that was granted to it; `granted` are values by resource, given by alice.
  mutating func prepare(
    _ client: String, list: [(Application.ID, [String])]?, granted: [(Application.ID, [String])] = []
  ) {
    guard let application = application(named: client), let alice = user(named: "alice"),
      let principal = servicePrincipal(of: application.id, in: SeededDirectory.contoso)
    else { return }
    if let list {
      updateApplication(application.id) {
        $0.requiredAccess = list.map { RequiredAccess(resource: $0.0, scopes: $0.1) }
      }
    }
    for grant in grants(ofClient: principal.id) { remove(grant.id) }
    for (index, (resource, values)) in granted.enumerated() {
      guard let api = servicePrincipal(of: resource, in: SeededDirectory.contoso) else { continue }
      put(
        PermissionGrant(
          id: Identifier(GUID(random: [9, UInt8(index)])), client: principal.id, principal: .user(alice.id),
          resource: api.id, scopes: values))
    }
  }
}
