import Expectations
import Mail
import Testing
import Worlds

@testable import MockIdPCommand

/// What `explain` says of a number without a server.
struct ExplainCommandTests {
  @Test(
    "an API that nobody knows: a row in the world makes it known",
    arguments: ["AADSTS500011", "500011", "resourceNotFound"])
  func unknownAPI(_ number: String) {
    let recorder = Recorder()
    #expect(CommandLineProgram.run(["explain", number], on: recorder.console()) == .success)
    let words = recorder.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("becomes known by a row in world.resources"), "\(words)")
    #expect(words.contains("unknownResources: allow"), "\(words)")
  }

  @Test("a code of provisioning's log", arguments: ProvisioningCode.all)
  func provisioningCode(_ code: ProvisioningCode) {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["explain", code.name], on: recorder.console()), .success)
    let words = recorder.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in [code.name, code.cause, code.effect, "What helps: \(code.remedy)", "\(code.known.rawValue)"] {
      #expect(words.contains(part), "\(words)")
    }
    let line = Recorder()
    expectEqual(
      CommandLineProgram.run(["explain", "  \(code.name): StatusCode: Conflict"], on: line.console()), .success)
    expectEqual(line.output, recorder.output)
  }

  @Test(
    "a code of the mail service, with every refusal that has it", arguments: Set(MailRefusal.all.map(\.code)).sorted())
  func mailCode(_ code: String) {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["explain", code], on: recorder.console()), .success)
    let words = recorder.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for refusal in MailRefusal.all where refusal.code == code {
      #expect(words.contains(refusal.state) && words.contains("What helps: \(refusal.remedy)"), "\(words)")
    }
  }

  @Test(
    "what no table has",
    arguments: [
      ("insufficientrights", "InsufficientRights"),
      ("RedundantExprt", "RedundantExport"),
      ("AADSTS1: Timeout", "the catalogue has no AADSTS1: Timeout"),
    ])
  func unknownCode(_ text: String, _ message: String) {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["explain", text], on: recorder.console()), .failure)
    #expect(recorder.errors.contains(message), "\(recorder.errors)")
    expectEqual(recorder.output, "")
  }
}
