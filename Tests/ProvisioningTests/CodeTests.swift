import Directory
import Expectations
import Foundation
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

/// The codes of the log: where they come from, and where people read them.
@Suite struct CodeTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    /// Nil: nobody answers.
    let status: Int?
    let code: ProvisioningCode
    var testDescription: String { "\(status.map { "\($0)" } ?? "silence"): \(code.name)" }

    init(_ status: Int?, _ code: ProvisioningCode) { (self.status, self.code) = (status, code) }
  }

  @Test(arguments: [
    Answer(400, .serviceIncompatible), Answer(401, .unauthorized), Answer(403, .insufficientRights),
    Answer(404, .invalidAnchor), Answer(405, .methodNotAllowed), Answer(409, .serviceIncompatibleFiltering),
    Answer(418, .serviceIncompatible), Answer(422, .unprocessableEntity), Answer(429, .tooManyRequests),
    Answer(500, .internalServerError), Answer(501, .notImplemented), Answer(503, .webExceptionProtocolError),
    Answer(nil, .timeout),
  ]) func aRefusedCreationHasTheCodeOfItsStatus(_ answer: Answer) throws {
    let bench = try Bench(
      "groups: false", people: "  users: { ann: { displayName: Ann Lee } }", assigned: "assignedUsers: [ann]")
    bench.server.answer("POST /Users", with: answer.status)
    let entry = try #require(bench.run().entries.first)
    expectEqual(entry.status, .failure)
    expectEqual(entry.fault?.code, answer.code.name)
    expectEqual(try bench.run().entries.first?.fault?.code, answer.code.name)
    bench.server.heal()
    bench.world.passTime(by: .days(1))
    expectEqual(bench.server.state.withLock { $0.users.count }, 1)
  }

  @Test func whoNeedsNothingAndWhoMayNotComeIn() throws {
    let bench = try Bench("groups: false, actions: [create]")
    try bench.run()
    let ann = try bench.test.user("ann").id
    expectEqual(try bench.run(.user(ann)).entries.first?.skipReason, ProvisioningCode.redundantExport.name)
    try bench.update("ann") { $0.displayName = "Ann Ray" }
    expectEqual(try bench.run(.user(ann)).entries.first?.skipReason, ProvisioningCode.notEffectivelyEntitled.name)
  }

  @Test func everyNameIsThereOnceAndIsFound() {
    let names = ProvisioningCode.all.map(\.name)
    expectEqual(Set(names).count, names.count)
    for code in ProvisioningCode.all {
      expectEqual(ProvisioningCode.named(code.name), code)
      expectEqual(ProvisioningCode.beginning("  \(code.name): StatusCode: Conflict"), code)
      for sentence in [code.cause, code.effect, code.remedy] { #expect(sentence.hasSuffix("."), "\(code.name)") }
    }
    for reason in ProvisioningQuarantine.Reason.allCases { expectNotNil(ProvisioningCode.named(reason.rawValue)) }
    expectNil(ProvisioningCode.named("invalidanchor"))
    expectNil(ProvisioningCode.beginning("the code is InvalidAnchor"))
    expectNil(ProvisioningCode.beginning(""))
  }

  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/provisioning.md").standardized

  /// `RECORD_GOLDENS=1 swift test --filter CodeTests` writes it.
  @Test func thePageHasTheTable() throws {
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    let table =
      "| code | what leads to it | what helps | known |\n| --- | --- | --- | --- |\n"
      + ProvisioningCode.all.map { "| `\($0.name)` | \($0.cause) | \($0.remedy) | \($0.known.rawValue) |\n" }.joined()
    let start = try #require(text.range(of: "<!-- The codes. Written by RECORD_GOLDENS=1. -->\n\n")).upperBound
    let stop = try #require(text.range(of: "\n<!-- The end of the codes. -->\n")).lowerBound
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      text.replaceSubrange(start..<stop, with: table)
      return try Data(text.utf8).write(to: Self.page)
    }
    expectEqual(String(text[start..<stop]), table)
  }
}
