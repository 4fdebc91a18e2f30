import Glibc
import JSON
import Testing

@testable import MockIdPCommand

@Suite struct ScenarioCommandTests {
  private func run(_ words: [String]) -> (code: ExitCode, recorder: Recorder) {
    let recorder = Recorder()
    return (CommandLineProgram.run(["scenario"] + words, on: recorder.console()), recorder)
  }

  @Test func listsTheLibrary() {
    let (code, recorder) = run(["list"])
    #expect(code == .success)
    #expect(recorder.output.split(separator: "\n").contains { $0.hasPrefix("happy-path ") })
    for line in recorder.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func listsTheLibraryForScripts() throws {
    let rows = try #require(try JSONValue.parse(run(["list", "--json"]).recorder.output).array)
    #expect(rows.contains { $0["name"]?.string == "happy-path" && $0["summary"]?.string != nil })
  }

  @Test func showsAScenarioAsItWasWritten() {
    let (code, recorder) = run(["show", "happy-path"])
    #expect(code == .success)
    #expect(recorder.output.hasPrefix("scenario: happy-path\n"))
  }

  @Test func anUnknownNameBringsTheNearest() {
    let (code, recorder) = run(["show", "happy-pth"])
    #expect(code == .failure)
    #expect(recorder.errors.hasPrefix("mockidp: there is no scenario 'happy-pth'; did you mean 'happy-path'?"))
  }

  @Test func checksEveryFileAndPointsAtTheMistakes() throws {
    let directory = try TemporaryDirectory()
    let good = directory.path + "/good.yaml"
    let bad = directory.path + "/bad.yaml"
    let gone = directory.path + "/gone.yaml"
    try TextFile.replace(good, with: "scenario: good\nsummary: Fine.\n")
    try TextFile.replace(bad, with: "scenario: bad\nrulez: []\n")
    let (code, recorder) = run(["check", bad, gone, good])
    #expect(code == .failure)
    let lines = recorder.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("\(bad):2:1: ") == true)
    #expect(lines.last?.hasPrefix("mockidp: cannot read \(gone): ") == true)
    #expect(recorder.output == "\(good): good, 0 rules, 0 expected\n")
    #expect(run(["check", good]).code == .success)
  }
}

@Suite struct TextFileTests {
  @Test func replacesInOneStepAndLeavesNothingBehind() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/file"
    try TextFile.replace(path, with: "one")
    try TextFile.replace(path, with: "two")
    #expect(try TextFile.read(path) == "two")
    TextFile.remove(path)
    #expect(!TextFile.exists(path))
    // A directory goes only when it is empty.
    #expect(rmdir(directory.path) == 0)
  }

  @Test func namesThePathItCannotWrite() {
    #expect(throws: CommandError("cannot write /nowhere/file: No such file or directory")) {
      try TextFile.replace("/nowhere/file", with: "")
    }
  }

  @Test func refusesWhatIsNoText() throws {
    #expect(throws: CommandError.self) { try TextFile.read("/proc/self/exe") }
  }
}
