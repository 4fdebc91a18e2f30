import Testing

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
}
