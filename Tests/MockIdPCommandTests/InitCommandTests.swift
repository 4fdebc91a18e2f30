import Expectations
import Platform
import Testing

@testable import MockIdPCommand

/// `mockidp init` on folders and files of the disk.
struct InitCommandTests {
  private static let id = "1b6c27a9-5d41-4c0e-9a53-2f6f0ad2c7e1"
  private static let other = "2c7d38ba-6e52-4d1f-8b64-3a7a1be3d8f2"

  private func run(_ words: [String]) -> (code: ExitCode, recorder: Recorder) {
    let recorder = Recorder()
    return (CommandLineProgram.run(["init"] + words, on: recorder.console()), recorder)
  }

  /// A folder with files, by their paths in it.
  private func folder(_ files: [(String, String)]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for (path, text) in files {
      var folder = directory.path
      for part in path.split(separator: "/").dropLast() {
        folder += "/\(part)"
        mkdir(folder, 0o755)
      }
      try TextFile.replace("\(directory.path)/\(path)", with: text)
    }
    return directory
  }

  private static let settings = "AZURE_CLIENT_ID=\(id)\nAZURE_CLIENT_SECRET=Real-Secret\n"

  @Test func writesTheScenarioToStandardOutputAndTheReportToStandardError() throws {
    let directory = try folder([("web/.env", Self.settings)])
    let (code, recorder) = run([directory.path])
    expectEqual(code, .success)
    #expect(recorder.output.contains("clientId: \(Self.id)  # \(directory.path)/web/.env:1\n"))
    #expect(recorder.errors.contains("mockidp init: 1 file read, something found in 1"))
    #expect(!recorder.output.contains("Real-Secret"))
    #expect(!recorder.errors.contains("Real-Secret"))
  }

  @Test func aHyphenIsStandardOutput() throws {
    let directory = try folder([(".env", Self.settings)])
    expectEqual(run([directory.path, "--output", "-"]).recorder.output, run([directory.path]).recorder.output)
    #expect(!TextFile.exists("-"))
  }

  @Test func copiesSecretsWhenItIsTold() throws {
    let directory = try folder([(".env", Self.settings)])
    #expect(run([directory.path, "--with-secrets"]).recorder.output.contains("secret: Real-Secret"))
  }

  @Test func aFileWithSecretsIsForItsUserAlone() throws {
    let directory = try folder([(".env", Self.settings)])
    func mode(_ name: String, _ words: [String]) -> mode_t {
      let path = "\(directory.path)/\(name)"
      expectEqual(run([directory.path, "--output", path] + words).code, .success)
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
    #expect(mode("plain.yaml", []) & 0o077 != 0)
    expectEqual(mode("secret.yaml", ["--with-secrets"]), 0o600)
    // A later run without the option leaves the secrets in the file, and the mode with them.
    try TextFile.replace("\(directory.path)/app.env", with: "AZURE_CLIENT_ID=\(Self.other)\n")
    expectEqual(mode("secret.yaml", []), 0o600)
  }

  @Test func singleFilesAreNamedAsTheUserNamesThem() throws {
    let directory = try folder([(".env", Self.settings), ("other.env", "AZURE_CLIENT_ID=\(Self.other)\n")])
    let (_, recorder) = run(["\(directory.path)/.env"])
    #expect(recorder.output.contains(Self.id))
    #expect(!recorder.output.contains(Self.other))
  }

  @Test func leavesOutOtherPeoplesCodeLinksAndBinaries() throws {
    let outside = try folder([("secret/.env", "AZURE_CLIENT_ID=\(Self.other)\n")])
    let directory = try folder([
      (".env", Self.settings), ("node_modules/x/.env", "AZURE_CLIENT_ID=\(Self.other)\n"),
      (".git/x.env", "AZURE_CLIENT_ID=\(Self.other)\n"),
      ("binary.json", "\0\0\0{\"AzureAd\":{\"ClientId\":\"\(Self.other)\"}}"),
    ])
    expectEqual(symlink("\(outside.path)/secret", "\(directory.path)/link"), 0)
    expectEqual(symlink("\(outside.path)/secret/.env", "\(directory.path)/two.env"), 0)
    expectEqual(mkfifo("\(directory.path)/pipe.env", 0o600), 0)
    let (code, recorder) = run([directory.path])
    expectEqual(code, .success)
    #expect(!recorder.output.contains(Self.other))
    unlink("\(directory.path)/link")
  }

  @Test func saysThatNothingWasFound() throws {
    let directory = try folder([("README.md", "hello"), ("app.json", "{}")])
    let (code, recorder) = run([directory.path, "--output", "\(directory.path)/world.yaml"])
    expectEqual(code, .failure)
    #expect(recorder.output.isEmpty)
    #expect(recorder.errors.contains("mockidp: nothing was found"))
    #expect(!TextFile.exists("\(directory.path)/world.yaml"))
  }

  @Test func aPathThatIsNotThereIsTold() {
    let (code, recorder) = run(["/nowhere/at/all"])
    expectEqual(code, .failure)
    #expect(recorder.errors.hasPrefix("mockidp: cannot read /nowhere/at/all: "))
  }

  @Test func aSecondRunKeepsEditsAndDoesNotReadItsOwnFile() throws {
    let directory = try folder([(".env", Self.settings)])
    let output = "\(directory.path)/world.yaml"
    expectEqual(run([directory.path, "--output", output]).code, .success)
    let first = try TextFile.read(output)
    #expect(first.contains("clientId: \(Self.id)"))

    #expect(
      run([directory.path, "--output", output]).recorder.errors.contains("\(output) has it all; it stays as it is.\n"))
    try expectEqual(TextFile.read(output), first)

    try TextFile.replace(
      output,
      with: first.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.contains("displayName: Alice") ? "      displayName: Alice Ours" : String(line)
      }.joined(separator: "\n"))
    try TextFile.replace(
      "\(directory.path)/appsettings.json",
      with: "{\"AzureAd\":{\"ClientId\":\"\(Self.other)\",\"TenantId\":\"common\"}}")
    let (code, recorder) = run([directory.path, "--output", output])
    expectEqual(code, .success)
    #expect(recorder.errors.contains("\nNew\n"))
    let second = try TextFile.read(output)
    #expect(second.contains("displayName: Alice Ours"))
    #expect(second.contains("clientId: \(Self.other)"))
  }

  @Test func aFileThatIsNoScenarioStaysAsItIs() throws {
    let directory = try folder([(".env", Self.settings), ("notes.yaml", "- milk\n- bread\n")])
    let (code, recorder) = run([directory.path, "--output", "\(directory.path)/notes.yaml"])
    expectEqual(code, .failure)
    #expect(recorder.errors.contains("mockidp: \(directory.path)/notes.yaml: it is not a scenario"))
    try expectEqual(TextFile.read("\(directory.path)/notes.yaml"), "- milk\n- bread\n")
  }

  @Test func explainsEachSignInThePlaceOfTheScenario() throws {
    let directory = try folder([("orders/.env", Self.settings), (".env", "AZURE_CLIENT_ID=\(Self.other)\n")])
    let (code, recorder) = run([directory.path, "--explain"])
    expectEqual(code, .success)
    #expect(
      recorder.output.contains(
        "/orders/.env:1: client id \(Self.id) (AZURE_CLIENT_ID): the app orders; orders is a daemon because of this\n"))
    #expect(recorder.output.contains(Self.other))
    #expect(!recorder.output.contains("scenario:") && !recorder.output.contains("Real-Secret"))

    let one = run([directory.path, "--explain=\(directory.path)/orders/.env"]).recorder
    #expect(one.output.contains(Self.id) && !one.output.contains(Self.other))

    let output = "\(directory.path)/world.yaml"
    let both = run([directory.path, "--explain", "--output", output]).recorder
    #expect(both.output.contains("the app orders") && TextFile.exists(output))
  }

  @Test func aFileThatIsReadAloneIsTold() throws {
    let directory = try folder([
      ("web/.env", Self.settings),
      (
        "web/config.js",
        "// msal\nconst auth = { clientId: process.env.AZURE_CLIENT_ID, authority: 'https://login.microsoftonline.com/common' }\n"
      ),
    ])
    let file = "\(directory.path)/web/config.js"
    let (code, recorder) = run(["--explain", file])
    expectEqual(code, .success)
    #expect(!recorder.output.contains(Self.id))
    let command = "init \(directory.path)/web --explain=\(file)"
    #expect(
      recorder.errors.contains(
        "Only \(file) was read: --explain takes its file behind '='. For what it means among the other files:\n  mockidp \(command)\n"
      ))
    // That is what was meant.
    let meant = run(command.split(separator: " ").dropFirst().map(String.init)).recorder
    #expect(meant.errors.contains(Self.id) && !meant.errors.contains("was read: "))
    // A folder is not a file.
    #expect(!run(["--explain", "\(directory.path)/web"]).recorder.errors.contains("was read: "))
  }

  @Test func explainsWhyNothingWasFound() throws {
    let directory = try folder([(".env", "SPOTIFY_CLIENT_ID=YOUR_CLIENT_ID\n")])
    let (code, recorder) = run([directory.path, "--explain"])
    expectEqual(code, .failure)
    #expect(recorder.output.contains("looked like an app, and is none: SPOTIFY_CLIENT_ID"))
  }

  @Test func aFileThatWasNotReadIsNotExplained() throws {
    let directory = try folder([(".env", Self.settings)])
    let (code, recorder) = run([directory.path, "--explain=nowhere.json"])
    expectEqual(code, .failure)
    #expect(recorder.errors.contains("--explain=nowhere.json: this file was not read"))
  }
}
