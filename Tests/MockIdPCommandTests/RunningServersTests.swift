import Glibc
import Testing

@testable import MockIdPCommand

@Suite struct RunningServersTests {
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
    #expect(running.alive() == [file(getpid())])
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
    #expect(running.alive().count == 1)
    #expect(TextFile.exists(home.path + "/servers/notes.json"))
  }

  @Test func aHomeThatCannotBeWrittenIsNoReasonNotToServe() {
    RunningServers(home: HomeFiles(environment: ["MOCKIDP_HOME": "/nowhere"])).add(file(1))
  }
}
