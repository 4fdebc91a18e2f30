import Expectations
import Platform
import Testing

@testable import MockIdPCommand

struct RunningServersTests {
  private func file(_ processID: Int32) -> ReadyFile {
    ReadyFile(
      authority: "https://localhost:1", graph: "https://localhost:1", http: "http://localhost:2",
      control: "https://localhost:1/_mockidp/v1", certificateAuthority: "/ca.pem", processID: processID, scenario: "s")
  }

  @Test func aServerIsThereUntilItIsRemoved() throws {
    let home = try TemporaryDirectory()
    let running = RunningServers(home: HomeFiles(environment: ["MOCKIDP_HOME": home.path]))
    #expect(running.alive().isEmpty)
    running.add(file(getpid()))
    expectEqual(running.alive(), [file(getpid())])
    running.remove(getpid())
    #expect(running.alive().isEmpty)
  }

  @Test func whatAKilledProcessLeftBehindIsClearedAway() throws {
    let home = try TemporaryDirectory()
    let running = RunningServers(home: HomeFiles(environment: ["MOCKIDP_HOME": home.path]))
    // Above the largest number that Linux gives to a process.
    running.add(file(1 << 30))
    let path = home.path + "/servers/\(1 << 30).json"
    #expect(TextFile.exists(path))
    #expect(running.alive().isEmpty)
    #expect(!TextFile.exists(path))
  }

  @Test func otherFilesAreLeftAlone() throws {
    let home = try TemporaryDirectory()
    let running = RunningServers(home: HomeFiles(environment: ["MOCKIDP_HOME": home.path]))
    running.add(file(getpid()))
    try TextFile.replace(home.path + "/servers/notes.json", with: "{}")
    expectEqual(running.alive().count, 1)
    #expect(TextFile.exists(home.path + "/servers/notes.json"))
  }

  @Test func theTokenIsForTheUserAlone() throws {
    let home = try TemporaryDirectory()
    let running = RunningServers(home: HomeFiles(environment: ["MOCKIDP_HOME": home.path]))
    let path = home.path + "/servers/\(getpid()).token"
    running.add(file(getpid()), controlToken: "s3cret")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    running.add(file(getpid()))
    #expect(!TextFile.exists(path))
    running.add(file(getpid()), controlToken: "s3cret")
    running.remove(getpid())
    #expect(!TextFile.exists(path))
  }

  /// A server on another port or under another name could be anybody's.
  @Test(arguments: [
    ("https://localhost:1", true), ("https://127.0.0.1:1", true), ("https://[::1]:1", true),
    ("https://blue.localhost:1", true), ("https://localhost:2", false), ("https://localhost", false),
    ("http://localhost:1", false), ("http://localhost:2", false), ("https://evil.test:1", false),
    ("https://localhost.evil.test:1", false), ("https://localhost@evil.test:1", false), ("localhost:1", false),
  ])
  func theTokenGoesToItsServerOnly(_ url: String, _ isFound: Bool) throws {
    let home = try TemporaryDirectory()
    let running = RunningServers(home: HomeFiles(environment: ["MOCKIDP_HOME": home.path]))
    running.add(file(getpid()), controlToken: "s3cret")
    expectEqual(running.controlToken(at: url), isFound ? "s3cret" : nil)
  }

  /// `mockidp ca` hands out what people put into their trust stores.
  @Test func aCertificateThatOthersMayChangeIsNotHandedOut() throws {
    let home = try TemporaryDirectory()
    let path = home.path + "/ca.pem"
    try TextFile.replace(path, with: "-----BEGIN CERTIFICATE-----\n")
    for (plant, faulty) in [({ chmod(home.path, 0o777) }, home.path), ({ chmod(path, 0o666) }, path)] {
      _ = plant()
      let recorder = Recorder()
      let console = recorder.console(environment: ["MOCKIDP_HOME": home.path])
      expectEqual(CommandLineProgram.run(["ca", "--path"], on: console), .failure)
      #expect(recorder.errors.contains("\(faulty) may be changed by every user"))
      #expect(recorder.output.isEmpty)
      chmod(home.path, 0o700)
    }
  }

  @Test func aHomeThatCannotBeWrittenIsNoReasonNotToServe() {
    RunningServers(home: HomeFiles(environment: ["MOCKIDP_HOME": "/nowhere"])).add(file(1))
  }
}
