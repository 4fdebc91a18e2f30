import Expectations
import JSON
import Platform
import Testing

@testable import MockIdPCommand

struct ScenarioCommandTests {
  private func run(_ words: [String]) -> (code: ExitCode, recorder: Recorder) {
    let recorder = Recorder()
    return (CommandLineProgram.run(["scenario"] + words, on: recorder.console()), recorder)
  }

  @Test func listsTheLibrary() {
    let (code, recorder) = run(["list"])
    expectEqual(code, .success)
    #expect(recorder.output.split(separator: "\n").contains { $0.hasPrefix("  happy-path ") })
    for line in recorder.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func listsTheLibraryForScripts() throws {
    let rows = try #require(try JSONValue.parse(run(["list", "--json"]).recorder.output).array)
    #expect(rows.contains { $0["name"]?.string == "happy-path" && $0["summary"]?.string != nil })
  }

  @Test func showsAScenarioAsItWasWritten() {
    let (code, recorder) = run(["show", "happy-path"])
    expectEqual(code, .success)
    #expect(recorder.output.hasPrefix("scenario: happy-path\n"))
  }

  @Test func anUnknownNameBringsTheNearest() {
    let (code, recorder) = run(["show", "happy-pth"])
    expectEqual(code, .failure)
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
    expectEqual(code, .usage)
    let lines = recorder.errors.split(separator: "\n")
    expectEqual(lines.count, 2)
    expectEqual(lines.first?.hasPrefix("\(bad):2:1: "), true)
    expectEqual(lines.last?.hasPrefix("mockidp: cannot read \(gone): "), true)
    expectEqual(recorder.output, "\(good): good, 0 rules, 0 expected\n")
    expectEqual(run(["check", good]).code, .success)
    expectEqual(run(["check", good, gone]).code, .failure)
  }

  @Test func checksForScripts() throws {
    let directory = try TemporaryDirectory()
    let good = directory.path + "/good.yaml"
    let bad = directory.path + "/bad.yaml"
    try TextFile.replace(good, with: "scenario: good\nrules: [{ when: {}, then: revokeSessions }]\n")
    try TextFile.replace(bad, with: "scenario: bad\n\nrulez: []\n")
    let (code, recorder) = run(["check", "--json", good, bad])
    expectEqual(code, .usage)
    #expect(recorder.errors.isEmpty)
    try expectEqual(
      JSONValue.parse(recorder.output),
      [
        ["file": .string(good), "ok": true, "scenario": "good", "rules": 1, "expectations": 0],
        [
          "file": .string(bad), "ok": false,
          "error": [
            "file": .string(bad), "line": 3, "column": 1,
            "message": "unknown key 'rulez'; did you mean 'rules'?",
          ],
        ],
      ])
  }

  @Test func beginsAFileThatPassesTheCheck() throws {
    let directory = try TemporaryDirectory()
    let plain = directory.path + "/my-first"
    expectEqual(run(["new", plain]).code, .success)
    expectEqual(run(["new", directory.path + "/second.yaml", "--from", "./my-first.yaml"]).code, .success)
    expectEqual(run(["new", directory.path + "/third", "--from", "outage"]).code, .success)
    let files = ["my-first", "second", "third"].map { "\(directory.path)/\($0).yaml" }
    let (code, recorder) = run(["check"] + files)
    expectEqual(code, .success)
    expectEqual(
      recorder.output,
      """
      \(files[0]): my-first, 1 rules, 2 expected
      \(files[1]): second, 1 rules, 2 expected
      \(files[2]): third, 1 rules, 2 expected

      """)
    for file in files { TextFile.remove(file) }
  }

  @Test func beginsNothingInThePlaceOfSomethingOrByABadName() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/mine.yaml"
    try TextFile.replace(path, with: "mine")
    let (code, recorder) = run(["new", path])
    expectEqual(code, .failure)
    expectEqual(recorder.errors, "mockidp: \(path) is there already; choose another name\n")
    try expectEqual(TextFile.read(path), "mine")
    expectEqual(run(["new", directory.path + "/My Own"]).code, .usage)
    expectEqual(run(["new", directory.path + "/other", "--from", "no-such"]).code, .usage)
    #expect(!TextFile.exists(directory.path + "/other.yaml"))
    TextFile.remove(path)
  }

  @Test func printsTheSchemaThatLiesBesideTheLibrary() throws {
    let (code, recorder) = run(["schema"])
    expectEqual(code, .success)
    try expectEqual(JSONValue.parse(recorder.output)["$schema"], "https://json-schema.org/draft/2020-12/schema")
  }

  @Test func aFileThatMakesNoSenseEndsServeWithTwo() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/bad.yaml"
    try TextFile.replace(path, with: "scenario: bad\nclok: {}\n")
    let recorder = Recorder()
    let code = CommandLineProgram.run(["serve", "--scenario", path], on: recorder.console())
    expectEqual(code, .usage)
    expectEqual(recorder.errors, "\(path):2:1: unknown key 'clok'; did you mean 'clock'?\n")
    TextFile.remove(path)
  }
}

struct TextFileTests {
  @Test func replacesInOneStepAndLeavesNothingBehind() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/file"
    try TextFile.replace(path, with: "one")
    try TextFile.replace(path, with: "two")
    try expectEqual(TextFile.read(path), "two")
    TextFile.remove(path)
    #expect(!TextFile.exists(path))
    // A directory goes only when it is empty.
    expectEqual(rmdir(directory.path), 0)
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
