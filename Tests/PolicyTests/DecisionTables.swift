import Bytes
import Directory
import Expectations
import Foundation
import JSON
import Testing

@testable import Policy

/// The tables of decisions that pages of the documentation print, as Markdown.
enum DecisionTables {
  static let all: [(name: String, page: String, markdown: @Sendable () -> String)] = [
    ("what a user flow needs next", "docs/b2c.md", { userFlows }),
    ("what each call has to pass", "docs/native-authentication.md", { nativeGates }),
  ]

  // MARK: What a user flow needs next

  /// A row says its step of facts in which anything may be there.
  private static var userFlows: String {
    var facts = UserFlowDecision.Facts(flow: UserFlow("B2C_1_x", .signUpOrSignIn), prompt: .whenNeeded)
    facts.provider = "provider"
    let rows = UserFlowDecision.table.map { "| \($0.reason) | \(text(of: $0.step(facts))) |" }
    let lines =
      ["| in this order | then |", "| --- | --- |"] + rows + ["| nothing is missing | \(text(of: .finish)) |"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of step: UserFlowDecision.Step) -> String {
    switch step {
    case .signIn: "the page with name and password"
    case .signUp: "the page of a new account"
    case .provider: "the page of that provider, which this server plays"
    case .verifyAddress: "the page that proves the address by a code"
    case .newPassword: "the page with the new password"
    case .secondFactor: "the page with the code of the second factor"
    case .attributes: "the page with the attributes"
    case .finish: "the app gets its answer"
    case .refuse(let refusal): "`\(refusal.redirectError.rawValue)`, \(refusal.label)"
    }
  }

  // MARK: What each call has to pass

  private static var nativeGates: String {
    let rows = NativeGate.table.enumerated().map { index, row in
      let outcomes = NativeGateFacts.all.filter { NativeGateFacts.gate(of: $0) == index }.map {
        text(of: row.check($0))
      }
      var told: [String] = []
      for outcome in outcomes where !told.contains(outcome) { told.append(outcome) }
      return "| \(row.gate) | \(told.joined(separator: "; ")) |"
    }
    return (["| in this order | else |", "| --- | --- |"] + rows).joined(separator: "\n") + "\n"
  }

  private static func text(of outcome: NativeGate.Outcome) -> String {
    switch outcome {
    case .pass: "it goes on"
    case .nowhere: "404 without a body"
    case .refuse(let refusal): "`\(refusal.error.rawValue)`, \(refusal.label)"
    }
  }
}

/// Calls that do not pass, at least one for each gate.
enum NativeGateFacts {
  static let all: [NativeGate.Facts] = (try? samples()) ?? []

  /// The gate that stops a call. Nil when none does.
  static func gate(of facts: NativeGate.Facts) -> Int? {
    NativeGate.table.firstIndex { $0.check(facts) != .pass }
  }

  /// A call that passes every gate.
  static func good(_ operation: NativeOperation) throws -> NativeGate.Facts {
    let scene = try AccountScene()
    var (tenant, app) = (scene.tenant, scene.client)
    tenant.kind = .external
    app.allowsPublicClientFlows = true
    app.properties["nativeAuthenticationApisEnabled"] = "all"
    var facts = NativeGate.Facts(operation, tenant: tenant)
    facts.clientID = "\(app.id)"
    facts.client = app
    facts.challengeTypes = "oob password redirect"
    facts.grant = operation.grants.first?.rawValue
    facts.userName = "kim@example.com"
    return facts
  }

  private static func samples() throws -> [NativeGate.Facts] {
    let changes: [(NativeOperation, (inout NativeGate.Facts) -> Void)] = [
      (.initiate, { $0.tenant.kind = .workforce }), (.initiate, { $0.clientID = "garden" }),
      (.initiate, { $0.client = nil }), (.initiate, { $0.client?.userFlow = "Nowhere" }),
      (.initiate, { $0.client?.allowsPublicClientFlows = false }),
      (.initiate, { $0.client?.properties["nativeAuthenticationApisEnabled"] = nil }),
      (.initiate, { $0.challengeTypes = "carrier_pigeon redirect" }), (.initiate, { $0.challengeTypes = "oob" }),
      (.challenge, { $0.token = .invalid("it is made up") }), (.challenge, { $0.token = .expired }),
      (.token, { $0.grant = nil }), (.token, { $0.grant = "foo" }), (.signUpContinue, { $0.grant = nil }),
      (.signUpContinue, { $0.grant = "foo" }), (.initiate, { $0.userName = "nobody" }),
    ]
    return try changes.map { operation, change in
      var facts = try good(operation)
      change(&facts)
      return facts
    }
  }
}

@Suite("Tables of decisions") struct DecisionTableTests {
  @Test("stand in the pages; RECORD_GOLDENS=1 writes them", arguments: DecisionTables.all.map(\.name))
  func areUpToDate(_ name: String) throws {
    let table = try #require(DecisionTables.all.first { $0.name == name })
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(table.page)").standardized
    let begin = "<!-- The table of \(name). Written by RECORD_GOLDENS=1 swift test --filter DecisionTableTests. -->\n\n"
    let end = "\n<!-- The end of the table of \(name). -->\n"
    var text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: begin)).upperBound
    let stop = try #require(text.range(of: end)).lowerBound
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      text.replaceSubrange(start..<stop, with: table.markdown())
      return try Data(text.utf8).write(to: page)
    }
    expectEqual(String(text[start..<stop]), table.markdown())
  }

  @Test("a good call passes every gate", arguments: NativeOperation.allCases) func good(_ operation: NativeOperation)
    throws
  {
    expectEqual(NativeGate.evaluate(try NativeGateFacts.good(operation)), .pass)
  }

  @Test("each gate stops something", arguments: NativeGate.table.indices) func everyGate(_ index: Int) {
    #expect(NativeGateFacts.all.contains { NativeGateFacts.gate(of: $0) == index })
  }
}
