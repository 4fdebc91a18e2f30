import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// A way to be refused that needs no rule: a world that holds the cause, and the requests that run into it.
struct Arrangement: CustomTestStringConvertible, Sendable {
  let code: Int
  let how: String
  let ask: @Sendable () throws -> TestAnswer

  var testDescription: String { "AADSTS\(code): \(how)" }

  /// `directory` changes the seeded world first.
  init(
    _ code: Int, _ how: String, directory: @escaping @Sendable (inout DirectoryState) -> Void = { _ in },
    _ ask: @escaping @Sendable (TestWorld) throws -> TestAnswer
  ) {
    self.code = code
    self.how = how
    self.ask = { try ask(TestWorld(directory: directory)) }
  }

  /// A request to authorize in a browser of its own.
  init(
    authorize code: Int, _ how: String, by client: TestClient = .web, tenant: String = "common",
    directory: @escaping @Sendable (inout DirectoryState) -> Void = { _ in }, _ changes: [(String, String?)] = []
  ) {
    self.init(code, how, directory: directory) { test in
      try TestBrowser(test).open(AuthorizeQuery(client, tenant: tenant, changes))
    }
  }

  /// A request to the token endpoint.
  init(
    token code: Int, _ how: String, tenant: String = TestWorld.contoso,
    directory: @escaping @Sendable (inout DirectoryState) -> Void = { _ in },
    _ form: @escaping @Sendable (TestWorld) throws -> FormFields
  ) {
    self.init(code, how, directory: directory) { test in try test.token(try form(test), tenant: tenant) }
  }

  static let all =
    signIn + policies + requests + clients + credentials + federation + grants + devices + consents + claims + native
    + saml

  /// Changes a seeded user.
  static func user(_ alias: String, _ change: @escaping @Sendable (inout User) -> Void)
    -> @Sendable (inout DirectoryState) -> Void
  {
    { directory in if let id = directory.user(named: alias)?.id { directory.updateUser(id, change) } }
  }

  /// Changes a seeded app.
  static func app(_ alias: String, _ change: @escaping @Sendable (inout Application) -> Void)
    -> @Sendable (inout DirectoryState) -> Void
  {
    { directory in
      if let id = directory.application(named: alias)?.id { directory.updateApplication(id, change) }
    }
  }

  /// Changes an app as Contoso has it.
  static func principal(_ alias: String, _ change: @escaping @Sendable (inout ServicePrincipal) -> Void)
    -> @Sendable (inout DirectoryState) -> Void
  {
    { directory in
      guard let id = directory.application(named: alias)?.id,
        var principal = directory.servicePrincipal(of: id, in: SeededDirectory.contoso)
      else { return }
      change(&principal)
      directory.put(principal)
    }
  }

  static func policy(_ change: @escaping (inout AccessPolicy) -> Void) -> AccessPolicy {
    ConditionalAccessTests.policy(change)
  }
}

/// What the catalogue says a world can bring about is brought about here, row by row.
struct ReachTests {
  @Test(arguments: Arrangement.all) func isReached(_ arrangement: Arrangement) throws {
    let answer = try arrangement.ask()
    expectEqual(
      answer.exchange.refusal?.code, arrangement.code, "\(answer.exchange.reasons) \(answer.text.prefix(400))")
    expectEqual(answer.exchange.rules, [])
    #expect(answer.exchange.reasons != [] || answer.exchange.endpoint != .authorize)
    // The client or the person is told the number; the page that asks for an administrator has none.
    let told = answer.errorCode ?? answer.delivered?.errorCode ?? answer.pageCode
    let isOnPage = answer.text.contains("\(arrangement.code)") || answer.pageID == "ConvergedAdminApproval"
    #expect(told == arrangement.code || (told == nil && (isOnPage || answer.pageID != nil)))
  }

  @Test func theCatalogueClaimsNoMoreAndNoLess() {
    let reached = Set(Arrangement.all.map(\.code))
    let claimed = Set(Catalogue.all.filter { $0.family == .entra && $0.cause != nil }.map(\.code))
    expectEqual(claimed.subtracting(reached).sorted(), [], "a cause without an arrangement that proves it")
    expectEqual(reached.subtracting(claimed).sorted(), [], "reached, and the row names no cause")
    #expect(reached.count >= 110)
  }
}
