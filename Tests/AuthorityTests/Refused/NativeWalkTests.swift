import Bytes
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// Every row of the native authentication API, brought about by a rule at one of its calls.
@Suite("Each refusal of native authentication") struct NativeWalkTests {
  private static let client = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b21"

  private static func world(_ kind: RefusalKind) throws -> TestWorld {
    try TestWorld(
      file: """
        ids: asWritten
        world:
          tenants: { flowers: { kind: external } }
          users: { kim: { tenant: flowers, displayName: Kim, mail: kim@example.com } }
          apps:
            garden: { type: native, tenant: flowers, clientId: \(client), nativeAuthenticationApisEnabled: all, isFallbackPublicClient: true }
        rules: [{ when: { endpoint: signUpContinue, userFlow: SignUpSignIn }, then: { refuse: \(kind.label) } }]

        """)
  }

  static let kinds = Catalogue.all.filter { $0.surfaces.contains(.native) }

  @Test(arguments: kinds) func continueCall(_ kind: RefusalKind) throws {
    let form = FormFields([
      ("client_id", Self.client), ("continuation_token", "x"), ("grant_type", "oob"), ("oob", "12345678"),
    ])
    let answer = try Self.world(kind).post("/flowers.onmicrosoft.com/signup/v1.0/continue", form)
    expectEqual(answer.status, 400)
    #expect(answer.error == kind.error.rawValue && answer.errorCode == kind.code)
    try expectEqual(answer.json["suberror"]?.string, kind.suberror?.rawValue)
    let described = try answer.json["error_description"]?.string ?? ""
    #expect(described.hasPrefix("\(kind.label): " + kind.template.description.prefix { $0 != "{" }))
    #expect(answer.exchange.rules == ["#1"] && answer.exchange.events == [.nativeRefused])
    expectEqual(answer.fields["client-request-id"], "\(answer.exchange.correlationID)")
  }

  /// What the rows say that brings them about is tried with real requests, each by its number.
  @Test func eachCauseIsTried() throws {
    let tables = [
      "NativeRefusalTests", "NativeStepRefusalTests", "ExternalPageRefusalTests", "CustomerDecisionTests",
    ]
    let files =
      ["clients/test_native_auth.py", "clients/test_external_id.py"]
      + tables.map { "Tests/AuthorityTests/Customers/\($0).swift" }
    // A number of six digits has a mark in Swift.
    let text = files.compactMap { TestFiles.read($0) }.map { String(decoding: $0, as: UTF8.self) }.joined()
      .filter { $0 != "_" }
    for kind in Self.kinds where kind.cause != nil {
      #expect(text.contains("\(kind.code)"), "\(kind.label) names a cause that no client brings about")
    }
  }

  @Test func rowsAreThere() { #expect(Self.kinds.count >= 16) }
}
