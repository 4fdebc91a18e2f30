import Bytes
import Directory
import Foundation
import Time

/// Values that tests store.
enum Sample {
  static let start = UnixTime(ticks: 17_700_000_000_000_007)

  static func seeds() -> SeededDirectory { SeededDirectory(createdAt: start - .days(365)) }

  /// A world of the seeds in that database.
  static func store(in database: Database, named name: String = "default") throws -> Store {
    try database.makeWorld(named: name, scenario: "happy-path", at: start, holding: seeds().state)
  }

  static let alice = User.ID(GUID(random: [1]))
  static let bob = User.ID(GUID(random: [2]))
  static let mobile = Application.ID(GUID(random: [3]))
  static let web = Application.ID(GUID(random: [4]))
  static let tenant = SeededDirectory.contoso

  static let signIn = SignInFacts(session: GUID(random: [5]), authenticatedAt: start, methods: ["pwd", "mfa"])

  static func code(user: User.ID = alice, client: Application.ID = mobile) -> AuthorizationCode {
    AuthorizationCode(
      client: client, user: user, tenant: tenant, segment: "common", redirectURI: "http://localhost:8400/?a=b%20c",
      redirectURIWasSent: true, platform: .native, scope: "openid User.Read",
      challenge: .init(value: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", method: .s256), nonce: "n-0S6",
      signIn: signIn, capabilities: ["cp1"], issuedAt: start)
  }

  static func grant(user: User.ID = alice, client: Application.ID = mobile) -> SignInGrant {
    SignInGrant(
      client: client, user: user, tenant: tenant, platform: .native, scope: "openid offline_access", signIn: signIn,
      capabilities: ["cp1", "xms"])
  }

  static func session(_ number: UInt8, user: User.ID = alice) -> AccountSession {
    AccountSession(
      id: GUID(random: [100, number]), user: user, authenticatedAt: start + .seconds(Int(number)), methods: ["pwd"],
      isPersistent: number % 2 == 0, lastUsedAt: start + .minutes(Int(number)))
  }

  /// Runs `body` with a directory that is gone afterwards.
  static func withDirectory(_ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "mockidp-directory-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path())
  }
}

extension DirectoryState {
  /// Everything it holds, in a form that compares; the order of lists included.
  var contents: [[AnyHashable]] {
    [
      tenantsInOrder.map(AnyHashable.init), usersInOrder.map(AnyHashable.init),
      groupsInOrder.map(AnyHashable.init),
      applicationsInOrder.map(AnyHashable.init),
      servicePrincipals.values.sorted { $0.id < $1.id }.map(AnyHashable.init),
      grants.values.sorted { $0.id < $1.id }.map(AnyHashable.init),
      roleAssignments.values.sorted { $0.id < $1.id }.map(AnyHashable.init),
      policies.values.sorted { $0.id < $1.id }.map(AnyHashable.init),
    ]
  }
}
